import type { Locator } from "vitest/browser";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aBoard, aComment, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const BOARD = "רעיונות (v2)";
const AUTHOR = "נועה לוי (QA)";

const isRightToLeft = (text: Locator) => expect.element(text).toHaveStyle({ direction: "rtl" });

test("Hebrew board names, titles and author names are displayed from right to left", async () => {
  const planned = anItem({ id: 31, title: "מצב כהה (dark)!", status: "planned" });
  const complete = anItem({ id: 32, title: "ייצוא ל-CSV!", status: "complete" });
  const comments = [aComment({ user: { username: "n•••", fullName: AUTHOR } })];
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
