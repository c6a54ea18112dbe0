import { expect, test, vi } from "vitest";
import { EntryDrawing } from "./entryDrawing.ts";

const ENTRY = {
  coverUrl: null,
  coverAlt: null,
  body: "**Dark**",
  bodyFormat: "markdown",
  items: [],
} as const;
const PLACE = { origin: "https://acme.example", companyId: 1 };

test("a text is drawn once for all addresses of its company, and again when it has changed", async () => {
  const draw = vi.fn((body: string) => `<p><img src="/pictures/${body}"></p>`);
  const drawing = new EntryDrawing(draw);
  const htmlOf = (body: string, place: Partial<typeof PLACE> = {}) =>
    drawing.htmlOf({ ...ENTRY, items: [], body }, { ...PLACE, ...place });
  for (const origin of ["https://acme.example", "https://acme.example:8443", "http://a.localhost"])
    expect(await htmlOf("a", { origin })).toBe(`<p><img src="${origin}/pictures/a"></p>`);
  expect(draw).toHaveBeenCalledTimes(1);
  await htmlOf("b");
  await htmlOf("a");
  expect(draw).toHaveBeenCalledTimes(2);
  await htmlOf("a", { companyId: 2 });
  expect(draw).toHaveBeenCalledTimes(3);
});

test("only the addresses of pictures become absolute, not what a text says about addresses", async () => {
  const body = `Write src="/a" and [this](https://b.example "href='/c' src=\\"/d") ![E](/pictures/e/8x6.webp)`;
  const html = await new EntryDrawing().htmlOf({ ...ENTRY, items: [], body }, PLACE);
  expect(html.split("https://acme.example")).toHaveLength(3);
  expect(html).toContain('href="https://acme.example/pictures/e/8x6.webp"');
  expect(html).toContain('src="https://acme.example/pictures/e/8x6.webp"');
  expect(html).not.toContain("srcset");
});

test("other requests get the thread before the next text is drawn", async () => {
  const order: string[] = [];
  const drawing = new EntryDrawing((body) => body);
  setImmediate(() => order.push("another request"));
  await drawing.htmlOf({ ...ENTRY, items: [] }, PLACE);
  order.push("the next text");
  expect(order).toEqual(["another request", "the next text"]);
});
