import { beforeAll, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { InProcessCall } from "./pageEntry.ts";
import type { PageRenderer } from "./pages.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/**
 * Runs `work` during the rendering of an anonymous visitor's page, with the page's in-process call.
 */
async function duringRender(host: string, work: (call: InProcessCall) => Promise<unknown>) {
  let result: unknown;
  const pages: PageRenderer = {
    isDevelopment: false,
    mountAssets: async () => undefined,
    render: async ({ call }) => {
      result = await work(call);
      return { status: 200, html: new Uint8Array(), styles: [] };
    },
  };
  const app = await portal.anotherApp({}, pages);
  await app.visitor(host).get("/");
  return result;
}

test("a page's API call returns the same result whether the id is a number or a text", async () => {
  const company = await portal.company();
  const item = await portal.item(await portal.board(company));
  const [byNumber, byText] = (await duringRender(company.host, (call) =>
    Promise.all(
      [item.id, String(item.id)].map((id) => call("GET /api/feedback/:id", { params: { id } })),
    ),
  )) as unknown[];
  expect(byNumber).toMatchObject({ id: item.id, title: item.title });
  expect(byText).toEqual(byNumber);
});

test("a page's API call that names no limit uses the list's default limit", async () => {
  const company = await portal.company();
  const board = await portal.board(company);
  await Promise.all(Array.from({ length: 21 }, () => portal.item(board)));
  const list = await duringRender(company.host, (call) => call("GET /api/feedback"));
  expect(list).toMatchObject({ total: 21, nextCursor: expect.any(String) });
  expect((list as { items: unknown[] }).items).toHaveLength(20);
});

test.each([
  ["an id that is not positive", "GET /api/feedback/:id", { params: { id: -1 } }],
  ["an unknown id", "GET /api/feedback/:id", { params: { id: 999_999 } }],
  [
    "no right to read the settings",
    "GET /api/company/:companyId/settings",
    { params: { companyId: 1 } },
  ],
  ["an invalid query", "GET /api/feedback", { query: { limit: "0" } }],
])(
  "a page's API call with %s fails with the error of the HTTP response",
  async (_, name, input) => {
    const { host } = await portal.company();
    const error = await duringRender(host, (call) =>
      call(name, input).catch((reason: unknown) => reason),
    );
    const { params = {}, query = {} } = input as {
      params?: object;
      query?: Record<string, string>;
    };
    const path = Object.entries(params).reduce(
      (filled, [key, value]) => filled.replace(`:${key}`, String(value)),
      name.replace("GET ", ""),
    );
    const reply = await portal
      .visitor(host)
      .get(`${path}?${new URLSearchParams(query).toString()}`);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).toJSON()).toEqual({ status: reply.status, bodyText: reply.text });
  },
);
