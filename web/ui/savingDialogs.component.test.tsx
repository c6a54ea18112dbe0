import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CATEGORY_TAKEN, categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCategory, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { CONTROL_ENTER, pressKeys } from "#web/testing/pressKeys.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

/** Opens an item's page as its author, then the edit dialog, and types a new description. */
async function openEdit() {
  const user = aCustomer();
  const server = acmeServer(acmeData({ user, items: [anItem({ userId: user.id })] }));
  await openPage(server, "/feedback/31");
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit feedback" });
  const description = dialog.getByLabelText("Description");
  await description.fill("Said better.");
  return {
    server,
    dialog,
    description,
    title: dialog.getByLabelText("Title"),
    save: dialog.getByRole("button", { name: "Save changes" }),
    saving: dialog.getByRole("button", { name: "Saving..." }),
  };
}

test("during a save, the fields of a dialog are disabled, and a refused save focuses the previously focused field again", async () => {
  const { server, title, description, saving } = await openEdit();
  server.refuse(feedbackApi.update, 503, "Too busy");
  const answer = server.holdRequest(feedbackApi.update);
  await pressKeys(title, "{Enter}");
  await expect.element(saving).toHaveFocus();
  await userEvent.keyboard(" and more");
  await expect.element(title).toBeDisabled();
  await expect.element(description).toBeDisabled();
  answer();
  await expect.element(shownToast()).toMatchTextContent("Too busy");
  await expect.element(title).toHaveFocus();
  await expect.element(title).toHaveValue("Dark mode");
});

test("a dialog with refused values focuses the first invalid field", async () => {
  const { server, dialog, title, description, save, saving } = await openEdit();
  for (const { press, name, wrong, why } of [
    {
      press: () => pressKeys(title, "{Enter}"),
      name: "description",
      wrong: description,
      why: "Not so loud",
    },
    { press: () => save.click(), name: "title", wrong: title, why: "Not so short" },
  ]) {
    server.refuse(feedbackApi.update, 400, "Invalid", { errors: { [name]: [why] } });
    const answer = server.holdRequest(feedbackApi.update);
    await press();
    await expect.element(saving).toHaveFocus();
    answer();
    await expect.element(wrong).toHaveFocus();
    await expect.element(wrong).toHaveAccessibleDescription(why);
    await expect.element(title).toBeEnabled();
    server.restore(feedbackApi.update);
  }
  const answer = server.holdRequest(feedbackApi.update);
  await save.click();
  await expect.element(title).toBeDisabled();
  answer();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("Said better.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Edit" })).toHaveFocus();
});

test("a category dialog with a name that already exists shows an error and focuses the name field", async () => {
  const data = acmeData({ user: anAdmin() });
  const server = acmeServer(data).respond(categoriesApi.create, ({ body }) => {
    if (data.categories.length > 0) throw new Refusal(409, CATEGORY_TAKEN);
    const category = aCategory(body);
    data.categories.push(category);
    return category;
  });
  await openPage(server, "/company/categories");
  const dialog = page.getByRole("dialog");
  const name = fieldOf("Category name", dialog);
  for (const isTaken of [false, true]) {
    await page.getByRole("button", { name: "Add Category" }).first().click();
    await name.fill("Mobile");
    const answer = server.holdRequest(categoriesApi.create);
    await userEvent.keyboard("{Enter}");
    await expect.element(name).toBeDisabled();
    answer();
    if (isTaken) await expect.element(name).toHaveFocus();
    else await expect.element(dialog).not.toBeInTheDocument();
  }
  await expect.element(dialog.getByRole("alert")).toBeVisible();
});

test("the submit dialog's fields are disabled while feedback is being sent, but similar items can be opened", async () => {
  const similarItem = anItem({ title: "Two-way sync with Google Calendar" });
  const server = acmeServer(acmeData({ user: aCustomer(), items: [similarItem] }));
  server.refuse(feedbackApi.create, 503, "Too busy");
  await openPage(server, "/board/feature-requests?submit=1");
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn({ Title: "Sync with my Google calendar", Description: "Both ways." }, dialog);
  const similar = dialog.getByRole("link", { name: similarItem.title });
  await expect.element(similar).toBeVisible();
  const answer = server.holdRequest(feedbackApi.create);
  const description = dialog.getByLabelText("Description");
  await pressKeys(description, CONTROL_ENTER);
  await expect.element(dialog.getByRole("button", { name: "Submitting..." })).toHaveFocus();
  await userEvent.keyboard("Or one.");
  for (const label of ["Title", "Description", "Board", "Feature Request"]) {
    await expect.element(dialog.getByLabelText(label, { exact: true })).toBeDisabled();
  }
  await expect.element(similar).toBeEnabled();
  answer();
  await expect.element(shownToast()).toMatchTextContent("Too busy");
  await expect.element(description).toHaveFocus();
  await userEvent.keyboard("{End} Please.");
  await expect.element(description).toHaveValue("Both ways. Please.");
});
