import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { categoriesApi } from "#contract/categories.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import { acmeData } from "#web/testing/acmeServer.ts";
import { boardsServer } from "#web/testing/boardsServer.ts";
import { chooseProperty } from "#web/testing/chooseProperty.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { acmeSettings, aCategory, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/company/categories";
const TAKEN = "A category with this name already exists";

const card = (name: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const addDialog = () => page.getByRole("dialog", { name: "Add Category" });
const editDialog = () => page.getByRole("dialog", { name: "Edit Category" });
const question = () => page.getByRole("alertdialog", { name: "Are you sure?" });

/** Creates a server with a signed-in admin of Acme and categories of these names without items. */
function adminOf(...names: string[]) {
  const categories = names.map((name, index) =>
    aCategory({ id: index + 1, name, feedbackCount: 0 }),
  );
  const data = acmeData({ user: anAdmin(), categories });
  return { data, server: boardsServer(data) };
}

test("an admin adds a category to a company without categories", async () => {
  const { server } = adminOf();
  await openPage(server, PATH);
  await expect
    .element(page.getByText("Visitors see the category of an item as its Topic."))
    .toBeVisible();
  await expect.element(page.getByText("No categories found", { exact: true })).toBeVisible();
  await expect
    .element(page.getByText("Create categories to organize your feedback", { exact: true }))
    .toBeVisible();
  await button("Add Category").click();
  await addDialog().getByRole("button", { name: "Add Category" }).click();
  await expectMessages({ "Category name": "Category name is required" }, addDialog());
  await fillIn({ "Category name": "  Mobile " }, addDialog());
  await userEvent.keyboard("{Enter}");
  await expect.element(shownToast()).toMatchTextContent(/^Category created successfully/);
  await expect.element(card("Mobile")).toMatchTextContent(/Created on [A-Z][a-z]+ \d{1,2}, \d{4}/);
  await expect.element(card("Mobile")).toMatchTextContent("0 items");
  expect(server.calls(categoriesApi.create).map(({ body }) => body)).toEqual([{ name: "Mobile" }]);
});

test("an admin renames a category", async () => {
  const { server } = adminOf("Mobile");
  await openPage(server, PATH);
  await button("Edit Mobile").click();
  await expect.element(fieldOf("Category name", editDialog())).toHaveValue("Mobile");
  await fillIn({ "Category name": "Phones" }, editDialog());
  await editDialog().getByRole("button", { name: "Save changes" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Category updated successfully/);
  await expect.element(card("Phones")).toBeVisible();
  await expect.element(card("Mobile")).not.toBeInTheDocument();
  const { params, body } = await server.called(categoriesApi.update);
  expect({ params, body }).toEqual({ params: { id: 1 }, body: { name: "Phones" } });
});

test("an admin deletes a category after a confirmation in which Cancel has the focus", async () => {
  const { server } = adminOf("Phones");
  await openPage(server, PATH);
  await button("Delete Phones").click();
  await expect.element(question().getByRole("button", { name: "Cancel" })).toHaveFocus();
  await expect
    .element(question())
    .toMatchTextContent("Phones will be deleted. No item carries it.");
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Category deleted successfully/);
  await expect.element(page.getByText("No categories found", { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole("heading", { name: "Categories", exact: true }))
    .toHaveFocus();
});

test("adding a category beyond the quota shows a toast, and the typed name stays in the form", async () => {
  const refusal = "A company can have at most 200 categories";
  const { server } = adminOf("Design");
  server.refuse(categoriesApi.create, 409, refusal);
  await openPage(server, PATH);
  await button("Add Category").click();
  await fillIn({ "Category name": "Speed" }, addDialog());
  await addDialog().getByRole("button", { name: "Add Category" }).click();
  await expect.element(shownToast()).toMatchTextContent(refusal);
  await expect.element(fieldOf("Category name", addDialog())).toHaveValue("Speed");
  await expect.element(fieldOf("Category name", addDialog())).not.toHaveAttribute("aria-invalid");
});

test("if the name of an added or renamed category is already in use, the name field shows an error", async () => {
  const { server } = adminOf("Design", "Speed");
  server.refuse(categoriesApi.create, 409, TAKEN).refuse(categoriesApi.update, 409, TAKEN);
  await openPage(server, PATH);
  await button("Add Category").click();
  await fillIn({ "Category name": "dESIGN" }, addDialog());
  await addDialog().getByRole("button", { name: "Add Category" }).click();
  await expectMessages({ "Category name": TAKEN }, addDialog());
  await expect.element(fieldOf("Category name", addDialog())).toHaveFocus();
  await addDialog().getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Discard changes" })
    .click();
  await button("Edit Speed").click();
  await fillIn({ "Category name": "design" }, editDialog());
  await editDialog().getByRole("button", { name: "Save changes" }).click();
  await expectMessages({ "Category name": TAKEN }, editDialog());
});

test("the confirmation for deleting a category says how many items have the category", async () => {
  const { data, server } = adminOf("Design");
  data.categories = [aCategory({ name: "Design", feedbackCount: 1 })];
  await openPage(server, PATH);
  await expect.element(card("Design")).toMatchTextContent("1 item");
  await button("Delete Design").click();
  await expect
    .element(question())
    .toMatchTextContent("1 item carries it and keeps everything else.");
});

test("after an admin changes an item's category, the categories screen shows the new item counts", async () => {
  const { data, server } = adminOf("Design");
  data.items = [anItem()];
  server.respond(companySettingsApi.settings, acmeSettings());
  await openPage(server, "/feedback");
  await page.getByRole("link", { name: "Dark mode" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect.element(heading).toHaveTextContent("Dark mode");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Company Settings" }).click();
  await page.getByRole("link", { name: "Categories" }).click();
  await expect.element(card("Design")).toMatchTextContent("0 items");
  window.history.back();
  await expect.element(page.getByRole("heading", { name: "Company Profile" })).toBeVisible();
  window.history.back();
  await expect.element(heading).toHaveTextContent("Dark mode");
  data.categories = [aCategory({ id: 1, name: "Design", feedbackCount: 1 })];
  await chooseProperty("Topic", "Design");
  await expect.element(shownToast()).toMatchTextContent("Design");
  window.history.forward();
  await expect.element(page.getByRole("heading", { name: "Company Profile" })).toBeVisible();
  window.history.forward();
  await expect.element(card("Design")).toMatchTextContent("1 item");
});
