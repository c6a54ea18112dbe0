import type { Page } from "@playwright/test";
import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { callApi } from "./support/callApi.ts";
import { newBoard, ownCompany } from "./support/companyAdmin.ts";
import { downloadText } from "./support/downloadText.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const PATH = "/company/audit-log";

const rows = (page: Page) =>
  page.getByRole("table", { name: "Audit log" }).locator("tbody").getByRole("row");
const toolbar = (page: Page) => page.getByRole("search", { name: "Audit log" });

test("a company's log tells who did what, newest first, and only of this company", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const other = await ownCompany();
  const board = await newBoard(admin, { name: "Ideas" });
  await newBoard(other.admin, { name: "Nobody else's business" });
  await callApi(admin, boardsApi.update, { params: { id: board.id }, body: { isPrivate: true } });
  await callApi(admin, categoriesApi.create, { body: { name: "Design" } });
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  await goTo(page, PATH);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Audit Log");
  for (const column of ["Time", "Who", "Action", "Subject", "Details", "IP address"]) {
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible();
  }
  await expect(rows(page)).toHaveText([
    /Created a category.*Design/,
    /Changed a board.*Ideas/,
    /Created a board.*Ideas/,
  ]);
  await expect(rows(page).first()).toContainText(admin.username);
  await expect(rows(page).first()).toContainText(/10\.\d+\.\d+\.\d+/);
  await expect(toolbar(page).getByRole("status")).toHaveText("3 entries");
  await rows(page).nth(1).locator("summary").click();
  await expect(rows(page).nth(1)).toContainText(/Is private\s*yes/);
});

test("the log is narrowed by search, action and day, in the address", async ({ open }) => {
  const { admin } = await ownCompany("Ideas", "Bugs");
  await callApi(admin, categoriesApi.create, { body: { name: "Ideas" } });
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(rows(page)).toHaveCount(3);
  await toolbar(page).getByRole("searchbox", { name: "Search audit log" }).fill("ideas");
  await expect(toolbar(page).getByRole("status")).toHaveText("2 entries");
  await page.getByRole("combobox", { name: "Action" }).selectOption("Created a board");
  await expect(toolbar(page).getByRole("status")).toHaveText("1 entry");
  await expect.poll(() => addressOf(page)).toBe(`${PATH}?search=ideas&action=board.create`);
  await page.reload();
  await expect(rows(page)).toHaveText([/Created a board.*Ideas/]);

  await page.getByLabel("To date").fill("2020-01-01");
  await expect(page.getByText("No entries match your filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect.poll(() => addressOf(page)).toBe(PATH);
});

test("the export holds what is shown, and nothing a spreadsheet would compute", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  await callApi(admin, categoriesApi.create, {
    body: { name: '=HYPERLINK("https://evil.example")' },
  });
  await newBoard(admin, { name: "Not exported" });
  const page = await open(admin);
  await goTo(page, `${PATH}?action=category`);
  await expect(rows(page)).toHaveCount(1);
  const { name, text } = await downloadText(page, () =>
    page.getByRole("link", { name: "Export CSV" }).click(),
  );
  expect(name).toBe("audit-log.csv");
  const lines = text.split("\r\n");
  expect(lines[0]).toBe('"Time (UTC)","Company","Who","Action","Subject","Details","IP address"');
  expect(lines[1]).toContain(
    `"${admin.username}","category.create","'=HYPERLINK(""https://evil.example"")"`,
  );
  expect(lines.slice(2)).toEqual([""]);
});
