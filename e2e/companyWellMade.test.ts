import type { Page } from "@playwright/test";
import { categoriesApi } from "#contract/categories.ts";
import { acmeAdmin, product, signedIn } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { expectPagesWellMade, expectWellMade, WIDE } from "./support/expectWellMade.ts";
import { fillIn } from "./support/fillIn.ts";
import { goTo } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";
import { visitPage } from "./support/visitPage.ts";

// These tests need a longer timeout, because each of them runs axe on several pages.
test.slow();

test("the company settings pages hydrate without console messages on the product's host, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeAdmin, product), { viewport: WIDE });
  await expectPagesWellMade(page, {
    "/company/settings": "Company Settings",
    "/company/settings/logo": "Company Settings",
    "/company/settings/brand": "Company Settings",
    "/company/settings/domain": "Company Settings",
  });
});

test("the lists of the company settings, with and without entries, hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeAdmin, product), { viewport: WIDE });
  const lists = {
    "/company/boards": "Company Settings",
    "/company/categories": "Company Settings",
  };
  await expectPagesWellMade(page, lists);
  await visitPage(page, "/company/audit-log", "Company Settings");
  const { admin } = await ownCompany();
  const empty = await open(admin, { viewport: WIDE });
  await expectPagesWellMade(empty, { ...lists, "/company/audit-log": "Company Settings" });
});

async function openedFrom(
  page: Page,
  button: string,
  role: "dialog" | "alertdialog",
  name: string,
) {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole(role, { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("the dialogs of boards and categories are accessible", async ({ open }) => {
  const { admin } = await ownCompany(
    "Ideas",
    "A board with a rather long name, as people like them",
  );
  await callApi(admin, categoriesApi.create, { body: { name: "Design" } });
  const page = await open(admin, { viewport: WIDE });
  await goTo(page, "/company/boards");
  const form = await openedFrom(page, "New Board", "dialog", "Create New Board");
  await fillIn(form, { Slug: "no_good" });
  await form.getByRole("button", { name: "Create board" }).click();
  await expectWellMade(page, "the form of a board with its messages");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await openedFrom(page, "Delete Ideas", "alertdialog", "Delete board");
  await expectWellMade(page, "the question before deleting a board");
  await page.keyboard.press("Escape");
  const order = await openedFrom(page, "Reorder Boards", "dialog", "Reorder Boards");
  await order.getByRole("button", { name: "Move Ideas", exact: true }).focus();
  await page.keyboard.press("Space");
  await expectWellMade(page, "the order of boards with one picked up");

  await goTo(page, "/company/categories");
  await openedFrom(page, "Edit Design", "dialog", "Edit Category");
  await expectWellMade(page, "the form of a category");
  await page.keyboard.press("Escape");
  await openedFrom(page, "Delete Design", "alertdialog", "Are you sure?");
  await expectWellMade(page, "the question before deleting a category");
});

test("the company settings are accessible while they show error messages, warnings or a custom domain whose DNS record is missing", async ({
  open,
}) => {
  const { admin, subdomain } = await ownCompany();
  const page = await open(admin, { viewport: WIDE });
  await goTo(page, "/company/settings");
  await fillIn(page, { "Company name": "A", Website: "nothing" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectWellMade(page, "the profile with its messages");
  await goTo(page, "/company/settings/logo");
  await page.getByRole("button", { name: "Upload logo" }).click();
  await expectWellMade(page, "the logo with its message");
  await goTo(page, "/company/settings/brand");
  await page.getByText("Fine-tune", { exact: true }).click();
  await fillIn(page, { Primary: "#facc15", Accent: "red" });
  await expectWellMade(page, "colours with a warning and a message");
  await goTo(page, "/company/settings/domain");
  await fillIn(page, { "Custom domain": `feedback.${subdomain}.example.com` });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(shownToast(page)).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(/^There is no CNAME record/)).toBeVisible();
  await expectWellMade(page, "a pending domain");
  await goTo(page, "/company/audit-log");
  await page.locator("summary").first().click();
  await expectWellMade(page, "the audit log with details");
});
