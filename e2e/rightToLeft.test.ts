import type { Locator } from "@playwright/test";
import { boardsApi } from "#contract/boards.ts";
import { commentsApi } from "#contract/comments.ts";
import { newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const BOARD = "רעיונות (v2)";
const AUTHOR = "נועה לוי (QA)";

const isRightToLeft = async (text: Locator) => expect(text).toHaveCSS("direction", "rtl");

test("what is written from right to left reads so wherever it stands", async ({ open }) => {
  const { company, admin } = await ownCompany();
  const board = { name: BOARD, slug: "ideas" };
  const { id: boardId } = (await callApi(admin, boardsApi.create, { body: board })).body;
  const planned = await newItem(admin, { title: "מצב כהה (dark)!", status: "planned" });
  const complete = await newItem(admin, { title: "ייצוא ל-CSV!", status: "complete" });
  expect(planned.boardId).toBe(boardId);
  const author = await newCustomer(company, AUTHOR);
  await callApi(author, commentsApi.create, {
    params: { id: planned.id },
    body: { content: "Yes." },
  });

  const page = await open(company);
  await goTo(page, "/roadmap");
  const main = page.getByRole("main");
  await isRightToLeft(main.getByRole("navigation", { name: "Boards" }).getByText(BOARD));
  await isRightToLeft(main.getByRole("heading", { name: planned.title }));
  await goTo(page, "/changelog");
  await isRightToLeft(main.getByRole("heading", { name: complete.title }));
  await goTo(page, `/board/${board.slug}`);
  await isRightToLeft(page.getByRole("heading", { level: 1, name: BOARD }));
  await goTo(page, `/feedback/${String(planned.id)}`);
  await isRightToLeft(main.getByRole("article").getByText(AUTHOR, { exact: true }));
});
