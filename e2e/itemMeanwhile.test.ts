import type { Page } from "@playwright/test";
import { feedbackApi } from "#contract/feedback.ts";
import { acme, acmeAdmin, newCustomer, signedIn } from "./support/accounts.ts";
import { holdAnswer, holdBack } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

/** What happens on an item's page between a press and its answer, and what others do meanwhile. */

const ITEM = /\/api\/feedback\/\d+$/;
const POST = /\/api\/feedback\/\d+\/comments$/;

const manage = (page: Page) => page.getByRole("region", { name: "Manage" });
const commentField = (page: Page) => page.getByLabel("Your comment");

/** Presses 'Delete', and 'Delete' again in the question. */
async function deleteItem(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Feedback" });
  await question.getByRole("button", { name: "Delete" }).click();
}

test("an item is deleted although a note about it was not saved", async ({ open, complaints }) => {
  // Of the page itself, which may hear that the item is gone before it has the answer.
  complaints.expect(/status of 404/);
  const { id } = await newItem(await newCustomer());
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback/${String(id)}`);
  await manage(page).getByLabel("Status").selectOption({ label: "Planned" });
  await manage(page)
    .getByLabel(/Public note/)
    .fill("Never said");
  await deleteItem(page);
  await expect(shownToast(page)).toContainText("Feedback deleted successfully");
  await expect(page.getByRole("searchbox")).toBeVisible();
  expect(addressOf(page)).toBe("/feedback");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("deleting an item leads to the list, also when the page hears of it before the answer is here", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const { id, title } = await newItem(await newCustomer());
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback/${String(id)}`);
  const goOn = await holdAnswer(page, ITEM);
  const isFoundGone = page.waitForResponse(
    (response) => ITEM.test(response.url()) && response.request().method() === "GET",
  );
  await deleteItem(page);
  expect((await isFoundGone).status()).toBe(404);
  // Long enough to be drawn.
  await page.waitForTimeout(300);
  await expect(page.getByRole("button", { name: "Deleting..." })).toBeVisible();
  await expect(page.locator("h1")).toHaveText(title);
  goOn();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect.poll(() => addressOf(page)).toBe("/feedback");
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.locator("h1")).toHaveText("Feedback item not found");
});

test("a posted comment leaves the focus with somebody who writes on, or is elsewhere", async ({
  open,
}) => {
  const customer = await newCustomer(acme, "Ada Lovelace");
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  const field = commentField(page);
  const comments = page.getByRole("article", { name: "Comment by Ada Lovelace" });
  const post = page.getByRole("button", { name: "Post Comment" });
  const postSlowly = async (typeMeanwhile: () => Promise<void>) => {
    const goOn = await holdBack(page, POST);
    await post.click();
    await expect(page.getByRole("button", { name: "Posting..." })).toBeVisible();
    await typeMeanwhile();
    goOn();
    await expect(post).toBeVisible();
    await page.unroute(POST);
  };

  await field.fill("First thought");
  await postSlowly(async () => {
    await field.press("End");
    await page.keyboard.type(", and a sec");
  });
  await expect(comments).toHaveCount(1);
  await page.keyboard.type("ond one");
  await expect(field).toHaveValue("First thought, and a second one");

  const edit = page.getByRole("button", { name: "Edit" });
  await postSlowly(() => edit.focus());
  await expect(comments).toHaveCount(2);
  await expect(edit).toBeFocused();

  await field.fill("Third thought");
  await postSlowly(() => Promise.resolve());
  await expect(comments.last()).toBeFocused();
});

test("a saved status leaves the focus with somebody who is writing a comment by then", async ({
  open,
}) => {
  const { id } = await newItem(await newCustomer());
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback/${String(id)}`);
  const select = manage(page).getByLabel("Status");
  await select.selectOption({ label: "Planned" });
  const goOn = await holdBack(page, ITEM);
  await manage(page).getByRole("button", { name: "Save" }).click();
  await commentField(page).focus();
  await page.keyboard.type("Half a ");
  goOn();
  await expect(shownToast(page)).toContainText("Feedback updated successfully");
  await expect(manage(page).getByRole("button", { name: /^Sav/ })).toHaveCount(0);
  await page.keyboard.type("comment");
  await expect(commentField(page)).toHaveValue("Half a comment");
  await expect(select).toHaveValue("planned");
});

test("a status that is saved keeps its button and the focus until the answer is here", async ({
  open,
}) => {
  const { id } = await newItem(await newCustomer());
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback/${String(id)}`);
  const select = manage(page).getByLabel("Status");
  await select.selectOption({ label: "Planned" });
  const goOn = await holdAnswer(page, ITEM);
  await manage(page).getByRole("button", { name: "Save" }).press("Enter");
  // By the live updates.
  await expect(page.getByText("Status changed from New to Planned")).toBeVisible();
  await expect(page.getByText("Status: Planned")).toBeVisible();
  const saving = manage(page).getByRole("button", { name: "Saving..." });
  await expect(saving).toBeFocused();
  goOn();
  await expect(saving).toHaveCount(0);
  await expect(select).toBeFocused();
});

test("a note typed on while its status is being saved stays open, and asks for a change of status", async ({
  open,
}) => {
  const { id } = await newItem(await newCustomer());
  const page = await open(await signedIn(acmeAdmin, acme));
  await goTo(page, `/feedback/${String(id)}`);
  const note = manage(page).getByLabel(/Public note/);
  const save = manage(page).getByRole("button", { name: "Save", exact: true });
  await manage(page).getByLabel("Status").selectOption({ label: "Planned" });
  await note.fill("Sent");
  const goOn = await holdBack(page, ITEM);
  await save.click();
  await note.press("End");
  await page.keyboard.type(", and ");
  goOn();
  await expect(shownToast(page)).toContainText("Feedback updated successfully");
  await expect(save).toBeVisible();
  await page.keyboard.type("typed");
  await expect(note).toHaveValue("Sent, and typed");
  await save.click();
  await expect(note).toHaveAccessibleDescription(/^A note goes with a change of status/);
  await manage(page).getByLabel("Status").selectOption({ label: "Complete" });
  await save.click();
  await expect(page.getByText("Sent, and typed")).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("who edits an item changes only what they changed", async ({ open }) => {
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(await newCustomer());
  const params = { id };
  const page = await open(admin);
  await goTo(page, `/feedback/${String(id)}`);
  const dialog = page.getByRole("dialog", { name: "Edit Feedback" });
  const save = dialog.getByRole("button", { name: "Save Changes" });
  const edit = manage(page).getByRole("button", { name: "Edit" });
  await edit.click();
  await callApi(admin, feedbackApi.update, {
    params,
    body: { description: "Said by somebody else." },
  });
  const title = newTitle("Retitled");
  await dialog.getByLabel("Title").fill(title);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("main")).toContainText("Said by somebody else.");
  const { body: item } = await callApi(admin, feedbackApi.get, { params });
  expect(item).toMatchObject({ title, description: "Said by somebody else." });

  // What was not changed is saved already.
  await edit.click();
  await save.click();
  await expect(dialog).toBeHidden();
});
