import type { Page } from "@playwright/test";
import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";
import { withoutLiveUpdates } from "./support/withoutLiveUpdates.ts";

const PATH = "/company/categories";

const headings = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("heading");
const card = (page: Page, name: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

test("categories are added, renamed and deleted", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(page.getByText("No categories found", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Create categories to organize your feedback", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add Category" }).click();
  const add = page.getByRole("dialog", { name: "Add Category" });
  await add.getByRole("button", { name: "Add Category" }).click();
  await expectMessages(add, { "Category name": "Category name is required" });
  await fillIn(add, { "Category name": "  Mobile " });
  await page.keyboard.press("Enter");
  await expect(shownToast(page)).toHaveText(/^Category created successfully/);
  await expect(card(page, "Mobile")).toContainText(/Created on [A-Z][a-z]+ \d{1,2}, \d{4}/);
  await expect(card(page, "Mobile")).toContainText("0 items");

  await page.getByRole("button", { name: "Edit Mobile" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Category" });
  await expect(fieldOf(edit, "Category name")).toHaveValue("Mobile");
  await fillIn(edit, { "Category name": "Phones" });
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^Category updated successfully/);
  await expect(headings(page)).toHaveText(["Phones"]);

  await page.getByRole("button", { name: "Delete Phones" }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(question).toContainText("Phones will be deleted. No item carries it.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(shownToast(page)).toHaveText(/^Category deleted successfully/);
  await expect(page.getByText("No categories found", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Categories", exact: true })).toBeFocused();
});

test("a name that is in use is refused beside the field, whatever its case", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const { admin } = await ownCompany();
  for (const name of ["Design", "Speed"])
    await callApi(admin, categoriesApi.create, { body: { name } });
  const page = await open(admin);
  await goTo(page, PATH);
  await page.getByRole("button", { name: "Add Category" }).click();
  const add = page.getByRole("dialog", { name: "Add Category" });
  await fillIn(add, { "Category name": "DESIGN" });
  await add.getByRole("button", { name: "Add Category" }).click();
  await expectMessages(add, { "Category name": "A category with this name already exists" });
  await expect(fieldOf(add, "Category name")).toBeFocused();
  await add.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Edit Speed" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Category" });
  await fillIn(edit, { "Category name": "design" });
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expectMessages(edit, { "Category name": "A category with this name already exists" });
});

test("items that carried a deleted category keep everything else", async ({ open }) => {
  const { admin } = await ownCompany("Ideas");
  const { body: category } = await callApi(admin, categoriesApi.create, {
    body: { name: "Design" },
  });
  const { body: boards } = await callApi(admin, boardsApi.list);
  const title = newTitle();
  const { body: item } = await callApi(admin, feedbackApi.create, {
    body: {
      title,
      description: "Rounder corners.",
      boardId: boards[0]?.id ?? 0,
      boardCategoryId: category.id,
    },
  });
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(card(page, "Design")).toContainText("1 item");
  await page.getByRole("button", { name: "Delete Design" }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure?" });
  await expect(question).toContainText("1 item carries it and keeps everything else.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No categories found", { exact: true })).toBeVisible();
  await goTo(page, `/feedback/${String(item.id)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Rounder corners.")).toBeVisible();
  await expect(page.getByText("Design", { exact: true })).toHaveCount(0);
});

test("the number of items follows what an admin changes on an item's page", async ({ open }) => {
  const { admin } = await ownCompany("Ideas");
  await callApi(admin, categoriesApi.create, { body: { name: "Design" } });
  const { title } = await newItem(admin);
  const page = await open(admin);
  await withoutLiveUpdates(page);
  await goTo(page, "/feedback");
  await page.getByRole("link", { name: title }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(title);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Company settings" }).click();
  await page.getByRole("link", { name: "Categories" }).click();
  await expect(card(page, "Design")).toContainText("0 items");
  await page.goBack();
  await page.goBack();
  await expect(heading).toHaveText(title);
  await page.getByLabel("Board category").selectOption({ label: "Design" });
  await page.getByRole("button", { name: "Save board category" }).click();
  await expect(shownToast(page)).toContainText("Feedback updated successfully");
  await page.goForward();
  await page.goForward();
  await expect(card(page, "Design")).toContainText("1 item");
});
