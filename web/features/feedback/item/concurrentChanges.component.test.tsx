import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn, pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

/**
 * In these tests, an item's page is open while a request is pending or other users make changes.
 */

const ITEM = "/feedback/31";

const heading = () => page.getByRole("heading", { level: 1, includeHidden: true });
const manage = () => page.getByRole("region", { name: "Manage" });
const status = () => manage().getByLabelText("Status", { exact: true });
const note = () => manage().getByLabelText(/Public note/);
const save = () => manage().getByRole("button", { name: "Save", exact: true });
const saving = () => manage().getByRole("button", { name: "Saving..." });
const commentField = () => page.getByLabelText("Your comment");
const comments = () => page.getByRole("article", { name: "Comment by Alex Admin" });

/** Creates a server for an admin, with an item that the admin submitted. */
function managedItem() {
  const user = anAdmin();
  const item = anItem({ userId: user.id });
  const data = acmeData({ user, items: [item] });
  const server = acmeServer(data);
  const ids = { feedbackId: item.id, boardId: item.boardId };
  return { item, data, server, ids };
}

/** Presses 'Delete' and confirms the deletion in the dialog. */
async function deleteItem(): Promise<void> {
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Feedback" });
  await question.getByRole("button", { name: "Delete" }).click();
}

test("an item with an unsaved note can be deleted without a question about the unsaved note", async () => {
  const { server } = managedItem();
  const { address } = await openPage(server, ITEM);
  await status().selectOptions("Planned");
  await note().fill("Never said");
  await deleteItem();
  await expect.element(shownToast()).toMatchTextContent("Feedback deleted successfully");
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  expect(address()).toBe("/feedback");
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
});

test("deleting an item opens the list, even if the live update arrives before the response", async () => {
  const { server, ids } = managedItem();
  const { address, reload } = await openPage(server, ITEM, { isLive: true });
  const goOn = server.holdResponse(feedbackApi.remove);
  await deleteItem();
  await server.called(feedbackApi.remove);
  server.publish({ kind: "item", ...ids });
  await server.called(feedbackApi.get);
  await server.settled();
  await expect.element(page.getByRole("button", { name: "Deleting..." })).toBeVisible();
  await expect.element(heading()).toHaveTextContent("Dark mode");
  goOn();
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  expect(address()).toBe("/feedback");
  await reload(ITEM);
  await expect.element(heading()).toHaveTextContent("Feedback item not found");
});

test("a posted comment does not take the focus from a user who continues typing or has focused another control", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  const post = page.getByRole("button", { name: "Post Comment" });
  const postSlowly = async (whilePending: () => Promise<void>) => {
    const goOn = server.holdRequest(commentsApi.create);
    await post.click();
    await expect.element(page.getByRole("button", { name: "Posting..." })).toBeVisible();
    await whilePending();
    goOn();
    await expect.element(post).toBeVisible();
  };

  await commentField().fill("First thought");
  await postSlowly(() => pressKeys(commentField(), "{End}, and a sec"));
  await expect.element(comments()).toHaveLength(1);
  await userEvent.keyboard("ond one");
  await expect.element(commentField()).toHaveValue("First thought, and a second one");

  const edit = manage().getByRole("button", { name: "Edit" });
  await postSlowly(() => focusOn(edit));
  await expect.element(comments()).toHaveLength(2);
  await expect.element(edit).toHaveFocus();

  await commentField().fill("Third thought");
  await postSlowly(() => Promise.resolve());
  await expect.element(comments().last()).toHaveFocus();
});

test("a saved status does not take the focus from a user who is writing a comment", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await status().selectOptions("Planned");
  const goOn = server.holdRequest(feedbackApi.update);
  await save().click();
  await pressKeys(commentField(), "Half a ");
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Feedback updated successfully");
  await expect.element(manage().getByRole("button", { name: /^Sav/ })).not.toBeInTheDocument();
  await userEvent.keyboard("comment");
  await expect.element(commentField()).toHaveValue("Half a comment");
  await expect.element(status()).toHaveValue("planned");
});

test("the 'Save' button stays focused until the response to a status change arrives", async () => {
  const { server, ids } = managedItem();
  await openPage(server, ITEM, { isLive: true });
  await status().selectOptions("Planned");
  const goOn = server.holdResponse(feedbackApi.update);
  await pressKeys(save(), "{Enter}");
  await server.called(feedbackApi.update);
  server.publish({ kind: "status", ...ids });
  await expect.element(page.getByText("Status changed from New to Planned")).toBeVisible();
  await expect.element(page.getByText("Status: Planned")).toBeVisible();
  await expect.element(saving()).toHaveFocus();
  goOn();
  await expect.element(saving()).not.toBeInTheDocument();
  await expect.element(status()).toHaveFocus();
});

test("if an admin edits the note of a status change while the change is being saved, the edited note stays in the field and can be sent with the next status change", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await status().selectOptions("Planned");
  await note().fill("Sent");
  const goOn = server.holdRequest(feedbackApi.update);
  await save().click();
  await pressKeys(note(), "{End}, and ");
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Feedback updated successfully");
  await expect.element(save()).toBeVisible();
  await userEvent.keyboard("typed");
  await expect.element(note()).toHaveValue("Sent, and typed");
  await save().click();
  await expect.element(note()).toHaveAccessibleDescription(/^A note goes with a change of status/);
  await status().selectOptions("Complete");
  await save().click();
  await expect.element(page.getByText("Sent, and typed").first()).toBeVisible();
  await expect.element(note()).not.toBeInTheDocument();
});

test("editing an item sends only the changed fields, and saving without changes sends nothing", async () => {
  const { item, server } = managedItem();
  await openPage(server, ITEM);
  const dialog = page.getByRole("dialog", { name: "Edit Feedback" });
  const saveChanges = dialog.getByRole("button", { name: "Save Changes" });
  const edit = manage().getByRole("button", { name: "Edit" });
  await edit.click();
  item.description = "Said by somebody else.";
  await dialog.getByLabelText("Title").fill("Retitled");
  await saveChanges.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(heading()).toHaveTextContent("Retitled");
  await expect.element(page.getByRole("main")).toMatchTextContent("Said by somebody else.");

  await edit.click();
  await saveChanges.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(feedbackApi.update).map(({ body }) => body)).toEqual([{ title: "Retitled" }]);
});
