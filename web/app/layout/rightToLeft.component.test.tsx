import type { Locator } from "vitest/browser";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aBoard, aComment, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const BOARD = "רעיונות (v2)";
const AUTHOR = "נועה לוי (QA)";

const isRightToLeft = (text: Locator) => expect.element(text).toHaveStyle({ direction: "rtl" });

test("Hebrew titles, board names and author names are shown from right to left on the roadmap, changelog, board and item pages", async () => {
  const planned = anItem({ id: 31, title: "מצב כהה (dark)!", status: "planned" });
  const complete = anItem({ id: 32, title: "ייצוא ל-CSV!", status: "complete" });
  const comments = [aComment({ user: { username: "n•••", fullName: AUTHOR, pictureUrl: null } })];
  const boards = [aBoard({ name: BOARD, slug: "ideas" })];
  const server = acmeServer(acmeData({ boards, items: [planned, complete], comments }));
  const main = page.getByRole("main");
  await openPage(server, "/roadmap");
  await isRightToLeft(main.getByRole("navigation", { name: "Boards" }).getByText(BOARD));
  await isRightToLeft(main.getByRole("heading", { name: planned.title }));
  await openPage(server, "/changelog");
  await isRightToLeft(main.getByRole("heading", { name: complete.title }));
  await openPage(server, "/board/ideas");
  await isRightToLeft(page.getByRole("heading", { level: 1, name: BOARD }));
  await openPage(server, "/feedback/31");
  await isRightToLeft(main.getByRole("article").getByText(AUTHOR, { exact: true }));
});

test("each paragraph of a description, comment and board's text starts at the side of its own direction", async () => {
  const text = "English first.\nואז בעברית.";
  const comments = [aComment({ content: text })];
  const boards = [aBoard({ slug: "ideas", description: text })];
  const items = [anItem({ id: 31, description: text })];
  const server = acmeServer(acmeData({ items, comments, boards }));
  await openPage(server, "/feedback/31");
  await expect.element(page.getByText(/^English first/)).toHaveLength(2);
  for (const element of page.getByText(/^English first/).elements()) expectOwnSides(element);
  await openPage(server, "/board/ideas");
  expectOwnSides(
    await page
      .getByRole("main")
      .getByText(/^English first/)
      .first()
      .findElement(),
  );
});

/** Expects that the first paragraph starts at the left side, and the second at the right side. */
function expectOwnSides(box: Element) {
  const [english, hebrew] = ["English first.", "ואז בעברית."];
  const text = box.firstChild;
  const sidesOf = (paragraph: string) => {
    const range = document.createRange();
    const start = text?.textContent?.indexOf(paragraph) ?? -1;
    if (text) range.setStart(text, start);
    if (text) range.setEnd(text, start + paragraph.length);
    const { left, right } = range.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(right) };
  };
  const { left, right } = box.getBoundingClientRect();
  expect(sidesOf(english).left).toBe(Math.round(left));
  expect(sidesOf(hebrew).right).toBe(Math.round(right));
}

test("characters in a name that change the text direction affect neither the text after the name nor the page's title", async () => {
  const OVERRIDE = "\u202Eevil";
  const item = anItem({ id: 31, title: `Title ${OVERRIDE}`, status: "planned" });
  const boards = [aBoard({ name: `Board ${OVERRIDE}`, slug: "ideas" })];
  const comments = [
    aComment({ user: { username: "n•••", fullName: `Author ${OVERRIDE}`, pictureUrl: null } }),
  ];
  const server = acmeServer(acmeData({ boards, items: [item], comments }));
  for (const path of ["/roadmap", "/board/ideas", "/feedback/31"]) {
    await openPage(server, path);
    await expect.element(page.getByRole("heading", { name: /evil/ }).first()).toBeVisible();
    expect([path, notIsolated(OVERRIDE)]).toEqual([path, []]);
    expect([path, document.head.innerHTML.includes("\u202E")]).toEqual([path, false]);
  }
});

/** Returns the HTML of the elements in which the text is not isolated from other text. */
function notIsolated(text: string): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.textContent?.includes(text)) continue;
    let box = node.parentElement;
    while (box && !isIsolating(box)) box = box.parentElement;
    if (box?.textContent !== node.textContent) found.push(box?.outerHTML ?? "");
  }
  return found;
}

function isIsolating(element: Element): boolean {
  const { unicodeBidi, display } = getComputedStyle(element);
  return display !== "inline" || /isolate|plaintext/.test(unicodeBidi);
}
