import type { Page } from "@playwright/test";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { contentApi } from "#contract/content.ts";
import { acme, acmeAdmin, product, signedIn, superAdmin } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newBoard, newName } from "./support/companyAdmin.ts";
import { downloadText } from "./support/downloadText.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/audit-log";
const WIDE = { viewport: { width: 1280, height: 900 } };

const rows = (page: Page) =>
  page.getByRole("table", { name: "Audit log" }).locator("tbody").getByRole("row");

test("the log tells what was done in the installation and in every company, and is narrowed in the address", async ({
  open,
}) => {
  const admin = await signedIn(superAdmin, product);
  const name = newName("Logged");
  const board = newName("Logged board");
  const { body: company } = await callApi(admin, adminCompaniesApi.create, { body: { name } });
  await newBoard(await signedIn(acmeAdmin, acme), { name: board });
  await callApi(admin, contentApi.createFaq, {
    body: { question: newName("Logged"), answer: "Yes." },
  });
  const page = await open(admin, WIDE);
  await goTo(page, PATH);
  await page.getByRole("searchbox", { name: "Search audit log" }).fill("logged");
  await expect(page).toHaveURL(/search=logged$/);
  const expected = [
    ["Created an FAQ", "Installation", superAdmin.username],
    ["Created a board", board, "Acme", acmeAdmin.username],
    ["Created the company", name, superAdmin.username],
  ];
  await expect(rows(page)).toHaveCount(expected.length);
  for (const [index, words] of expected.entries()) {
    for (const word of words) await expect(rows(page).nth(index)).toContainText(word);
  }
  await page.getByRole("combobox", { name: "Action" }).selectOption("Boards: everything");
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => addressOf(page)).toBe(`${PATH}?search=logged&action=board`);

  await goTo(page, `/admin/companies?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `Audit log of ${name}` }).click();
  await expect(rows(page)).toHaveText([/Created the company/]);
  await expect.poll(() => addressOf(page)).toBe(`${PATH}?companyId=${String(company.id)}`);
  await page.getByRole("button", { name: /Show all companies/ }).click();
  await expect(rows(page).nth(1)).toBeVisible();
  await expect.poll(() => addressOf(page)).toBe(PATH);
});

test("days narrow the log in UTC", async ({ open }) => {
  const admin = await signedIn(superAdmin, product);
  await callApi(admin, adminCompaniesApi.create, { body: { name: newName("Dated") } });
  const page = await open(admin, WIDE);
  const today = new Date().toISOString().slice(0, 10);
  await goTo(page, `${PATH}?search=dated`);
  await page.getByLabel("From date").fill(today);
  await expect(page).toHaveURL(new RegExp(`from=${today}`));
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("To date").fill("2020-01-31");
  await expect(page.getByText("No entries match your filters")).toBeVisible();
});

test("filters set in quick succession all count", async ({ open }) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, PATH);
  // In one go, before the page can be drawn in between.
  await page.getByRole("search", { name: "Audit log" }).evaluate((toolbar) => {
    const set = (field: HTMLInputElement | HTMLSelectElement, value: string, event: string) => {
      // React notices a new value only if its own property setter was bypassed.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(
        field,
        value,
      );
      field.dispatchEvent(new Event(event, { bubbles: true }));
    };
    const [from, to] = toolbar.querySelectorAll<HTMLInputElement>("input[type=date]");
    const action = toolbar.querySelector("select");
    if (!from || !to || !action) throw new Error("The toolbar lacks a field");
    set(from, "2020-01-31", "input");
    set(to, "2100-12-31", "input");
    set(action, "board", "change");
  });
  await expect(page).toHaveURL(/action=board/);
  await expect
    .poll(() => addressOf(page))
    .toBe(`${PATH}?action=board&from=2020-01-31&to=2100-12-31`);
});

test("the export holds what is shown, company by company, and no formulas", async ({ open }) => {
  const admin = await signedIn(superAdmin, product);
  const mark = newName("exported");
  await callApi(admin, adminCompaniesApi.create, { body: { name: `=1+1 "${mark}"` } });
  await callApi(admin, contentApi.createFaq, { body: { question: `@${mark}`, answer: "Yes." } });
  const page = await open(admin, WIDE);
  await goTo(page, `${PATH}?search=${encodeURIComponent(mark)}`);
  await expect(rows(page)).toHaveCount(2);
  const { name, text } = await downloadText(page, () =>
    page.getByRole("link", { name: "Export CSV" }).click(),
  );
  expect(name).toBe("audit-log.csv");
  const lines = text.split("\r\n");
  expect(lines[0]).toBe('"Time (UTC)","Company","Who","Action","Subject","Details","IP address"');
  expect(lines[1]).toContain(`"","${superAdmin.username}","faq.create","'@${mark}"`);
  expect(lines[2]).toContain(
    `"'=1+1 ""${mark}""","${superAdmin.username}","company.create","'=1+1 ""${mark}"""`,
  );
  expect(lines.slice(3)).toEqual([""]);
});
