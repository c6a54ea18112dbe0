import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { chooseProperty } from "#web/testing/chooseProperty.ts";
import { anAdmin, anItem, aStatusChange } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn, pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

/**
 * In these tests, an item's page is open while a request is pending or other users make changes.
 */

const ITEM = "/feedback/31";

const heading = () => page.getByRole("heading", { level: 1, includeHidden: true });
const property = (name: string) => page.getByRole("button", { name, exact: true });
const statusDialog = () => page.getByRole("dialog", { name: /^Change status to/ });
const note = () => statusDialog().getByLabelText(/Public note/);
const save = () => statusDialog().getByRole("button", { name: "Change status" });
const saving = () => statusDialog().getByRole("button", { name: "Saving..." });
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
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete feedback" });
  await question.getByRole("button", { name: "Delete" }).click();
}

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
  await expect.element(page.getByRole("combobox", { name: "Search feedback" })).toBeVisible();
  expect(address()).toBe("/feedback");
  await reload(ITEM);
  await expect.element(heading()).toHaveTextContent("Feedback item not found");
});

test("a posted comment does not take the focus from a user who continues typing or has focused another control", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  const post = page.getByRole("button", { name: "Post comment" });
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

  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await postSlowly(() => focusOn(edit));
  await expect.element(comments()).toHaveLength(2);
  await expect.element(edit).toHaveFocus();

  await commentField().fill("Third thought");
  await postSlowly(() => Promise.resolve());
  await expect.element(comments().last()).toHaveFocus();
});

test("a saved property does not take the focus from a user who is writing a comment", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  const goOn = server.holdRequest(bulkChangesApi.change);
  await chooseProperty("Category", "Bug Report");
  await pressKeys(commentField(), "Half a ");
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Category: Bug Report");
  await userEvent.keyboard("comment");
  await expect.element(commentField()).toHaveValue("Half a comment");
});

test("the button 'Change status' stays focused until the response to a status change arrives", async () => {
  const { server, ids } = managedItem();
  await openPage(server, ITEM, { isLive: true });
  await chooseProperty("Status", "Planned");
  const goOn = server.holdResponse(feedbackApi.update);
  await pressKeys(save(), "{Enter}");
  await server.called(feedbackApi.update);
  server.publish({ kind: "status", ...ids });
  await expect.element(page.getByText("changed the status to Planned")).toBeInTheDocument();
  await expect.element(saving()).toHaveFocus();
  goOn();
  await expect.element(statusDialog()).not.toBeInTheDocument();
  await expect.element(property("Status: Planned")).toHaveFocus();
});

test("a note stays in the dialog if another admin changes the item meanwhile, and can be saved", async () => {
  const { item, data, server, ids } = managedItem();
  await openPage(server, ITEM, { isLive: true });
  await chooseProperty("Status", "Planned");
  await note().fill("In the next release");
  item.status = "evaluating";
  data.history.push(aStatusChange({ toStatus: "evaluating" }));
  server.publish({ kind: "status", ...ids });
  await expect.element(page.getByText("changed the status to Evaluating")).toBeInTheDocument();
  await expect.element(note()).toHaveValue("In the next release");
  await save().click();
  await expect.element(page.getByText("In the next release")).toBeVisible();
  await expect.element(property("Status: Planned")).toBeVisible();
});

test("editing an item sends only the changed fields, and saving without changes sends nothing", async () => {
  const { item, server } = managedItem();
  await openPage(server, ITEM);
  const dialog = page.getByRole("dialog", { name: "Edit feedback" });
  const saveChanges = dialog.getByRole("button", { name: "Save changes" });
  const edit = page.getByRole("button", { name: "Edit", exact: true });
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
