import type { Page } from "@playwright/test";
import { categoriesApi } from "#contract/categories.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { acme, newCustomer, product, signedIn, superAdmin } from "./support/accounts.ts";
import { VOTE } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

/** A control that goes when it is pressed leaves the focus where a keyboard goes on, not at the top of the page. */
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).press("Enter");

const rows = (page: Page) => page.locator("tbody").getByRole("row");

test("a filter that is taken off hands the focus to the next one, the last to the search", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback?status=planned&category=improvement");
  await press(page, "Remove filter Improvement");
  await expect(page.getByRole("button", { name: "Remove filter Improvement" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remove filter Planned" })).toBeFocused();
  await goTo(page, "/feedback?status=planned&category=improvement");
  await press(page, "Remove filter Planned");
  await expect(page.getByRole("button", { name: "Remove filter Improvement" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => addressOf(page)).toBe("/feedback");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("clearing all filters hands the focus to the search", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback?status=planned");
  await press(page, "Clear filters");
  await expect(page.getByRole("button", { name: "Clear filters" })).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toBeFocused();
  await goTo(page, "/feedback?search=zzz-not-there");
  await press(page, "Clear filters");
  await expect(page.getByRole("article")).toHaveCount(20);
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("a dismissed notice hands the focus to the list below it", async ({ open }) => {
  const page = await open(await newCustomer());
  await goTo(page, "/board/time-tracking");
  await page.getByRole("button", { name: "Submit Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await dialog.getByLabel("Title").fill(newTitle());
  await dialog.getByLabel("Description").fill("Said by a test.");
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  await press(page, "Dismiss");
  await expect(page.getByText("You submitted")).toHaveCount(0);
  await expect(page.getByRole("article").first().getByRole("link").first()).toBeFocused();
});

test("a logo that is not taken after all hands the focus to the field for another", async ({
  open,
}) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, "/company/settings/logo");
  const file = page.getByLabel("Logo", { exact: true });
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await pngOf() });
  await press(page, "Cancel");
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await expect(file).toBeFocused();
});

test("the audit log's filters hand the focus to its search", async ({ open }) => {
  // So that there is an entry.
  await callApi((await ownCompany()).admin, categoriesApi.create, { body: { name: "Noted" } });
  const page = await open(await signedIn(superAdmin, product));
  const search = page.getByRole("searchbox", { name: "Search audit log" });
  await goTo(page, "/admin/audit-log?companyId=1");
  await press(page, /Show all companies/);
  await expect(page.getByRole("button", { name: /Show all companies/ })).toHaveCount(0);
  await expect(search).toBeFocused();
  await goTo(page, "/admin/audit-log?search=zzz-not-there");
  await press(page, "Clear filters");
  await expect(rows(page).first()).toBeVisible();
  await expect(search).toBeFocused();
});

test("a search of the console that is cleared hands the focus to its field, and keeps the order", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  for (const path of ["/admin/companies?sort=date", "/admin/users"]) {
    await goTo(page, `${path}${path.includes("?") ? "&" : "?"}search=zzz-not-there`);
    await page.getByText("Clear search").press("Enter");
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole("searchbox")).toBeFocused();
    await expect.poll(() => addressOf(page)).toBe(path);
  }
});

test("the next rows of a table take the focus, the last ones, too", async ({ open }) => {
  const { admin } = await ownCompany();
  for (let number = 1; number <= 21; number += 1) {
    await callApi(admin, categoriesApi.create, { body: { name: `Category ${String(number)}` } });
  }
  const page = await open(admin);
  await goTo(page, "/company/audit-log");
  await expect(rows(page)).toHaveCount(20);
  await press(page, "Load more");
  await expect(rows(page)).toHaveCount(21);
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  await expect(rows(page).nth(20)).toBeFocused();

  const console = await open(await signedIn(superAdmin, product));
  await goTo(console, "/admin/users");
  await press(console, "Load more");
  await expect(rows(console).nth(20)).toBeFocused();
  await expect(rows(console)).toHaveCount(40);
});

test("after a vote Tab goes on with the item that was voted for", async ({ open }) => {
  const customer = await newCustomer();
  const titles = [newTitle("Ballot"), newTitle("Ballot")];
  for (const title of titles) await newItem(customer, { title });
  const page = await open(customer);
  await goTo(page, "/feedback?search=Ballot");
  const card = page.getByRole("article").first();
  await card.getByRole("button").press("Enter");
  await expect(card.getByRole("button")).toBeDisabled();
  await page.keyboard.press("Tab");
  await expect(card.getByRole("link").first()).toBeFocused();
});

test("a vote that is refused gives the button its focus back, unless that has gone on", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback?search=${encodeURIComponent(title)}`);
  const card = page.getByRole("article");
  const vote = card.getByRole("button");
  for (const goesOn of [false, true]) {
    const { promise: held, resolve: refuse } = Promise.withResolvers<undefined>();
    await page.route(VOTE, async (route) => {
      await held;
      await route.fulfill({ status: 503, json: { message: "Too busy" } });
    });
    await vote.press("Enter");
    await expect(vote).toBeDisabled();
    await expect(vote).not.toBeFocused();
    if (goesOn) await page.keyboard.press("Tab");
    refuse(undefined);
    await expect(vote).toBeEnabled();
    await expect(goesOn ? card.getByRole("link").first() : vote).toBeFocused();
    await page.unroute(VOTE);
  }
});
