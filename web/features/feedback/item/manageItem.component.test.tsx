import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assigneesApi } from "#contract/assignees.ts";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { chooseProperty } from "#web/testing/chooseProperty.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aBoard, aCategory, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { CONTROL_ENTER, pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";

const heading = () => page.getByRole("heading", { level: 1 });
const property = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog", { name: /^Change status to/ });
const note = () => dialog().getByLabelText(/^Public note/);
const save = () => dialog().getByRole("button", { name: "Change status" });
const more = () => page.getByRole("button", { name: "More actions" });
const deleteItem = () => page.getByRole("menuitem", { name: "Delete…" });
const question = () => page.getByRole("alertdialog", { name: "Delete feedback" });

/**
 * Creates a server with a signed-in admin, an item, and a second board to which the item can be
 * moved.
 */
function managedItem() {
  const item = anItem();
  const boards = [aBoard(), aBoard({ id: 22, name: "Time Tracking", slug: "time-tracking" })];
  const categories = [aCategory({ name: "Automation" })];
  const data = acmeData({ user: anAdmin(), items: [item], boards, categories });
  return { item, data, server: acmeServer(data) };
}

test("a value that an admin chooses in the menu of a property is saved at once by keyboard, and 'Undo' restores the former value", async () => {
  const { item, server } = managedItem();
  await openPage(server, ITEM);
  await pressKeys(property("Board: Feature requests"), "{Enter}");
  await expect.element(page.getByRole("menuitemradio", { checked: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  // The menu moves the focus in a task of its own.
  await expect.element(page.getByRole("menuitemradio", { name: "Time Tracking" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(property("Board: Time Tracking")).toHaveFocus();
  await expect.element(shownToast()).toMatchTextContent("Board: Time Tracking");
  expect(server.calls(bulkChangesApi.change).map(({ body }) => body)).toEqual([
    { ids: [item.id], changes: { boardId: 22 } },
  ]);
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await property("Board: Feature requests").click();
  // Last, because it resizes the page, and an item that comes to lie under the pointer is focused.
  await expectWellMade("the menu of a property");
});

test("an admin changes the category, topic and assignee of an item", async () => {
  const { server } = managedItem();
  server.respond(assigneesApi.list, [{ id: 12, fullName: "Maya Lindqvist", pictureUrl: null }]);
  await openPage(server, ITEM);
  await chooseProperty("Category", "Bug Report");
  await expect.element(property("Category: Bug Report")).toBeVisible();
  await chooseProperty("Topic", "Automation");
  await expect.element(property("Topic: Automation")).toBeVisible();
  await chooseProperty("Assignee", "Me");
  await expect.element(property("Assignee: Me")).toBeVisible();
  await server.called(bulkChangesApi.change, 3);
  expect(server.calls(bulkChangesApi.change).map(({ body }) => body.changes)).toEqual([
    { category: "bug" },
    { boardCategoryId: 61 },
    { assigneeId: 12 },
  ]);
});

test("a title that an admin has edited is shown on the item's board", async () => {
  const { server } = managedItem();
  await openPage(server, `${ITEM}?from=%2Fboard%2Ffeature-requests`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabelText("Title").fill("Edited by an admin");
  await userEvent.keyboard("{Enter}");
  await expect.element(heading()).toHaveTextContent("Edited by an admin");
  await page.getByRole("link", { name: "Back to Board" }).click();
  await expect.element(page.getByRole("navigation", { name: "Boards" })).toBeVisible();
  await expect
    .element(page.getByRole("article").getByRole("heading"))
    .toHaveTextContent("Edited by an admin");
});

test("moving through the menu of a property with the arrow keys saves nothing", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await pressKeys(property("Category: Feature Request"), "{Enter}{ArrowDown}{ArrowDown}{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(property("Category: Feature Request")).toHaveFocus();
  await server.settled();
  expect(server.calls(bulkChangesApi.change)).toEqual([]);
});

test("a value that an admin chooses while another value is being saved is shown at once and saved afterwards", async () => {
  const { item, server } = managedItem();
  await openPage(server, ITEM);
  const goOn = server.holdRequest(bulkChangesApi.change);
  await chooseProperty("Category", "Improvement");
  await server.called(bulkChangesApi.change);
  await chooseProperty("Category", "Bug Report");
  await expect.element(property("Category: Bug Report")).toBeVisible();
  goOn();
  await server.called(bulkChangesApi.change, 2);
  await server.settled();
  await expect.element(property("Category: Bug Report")).toBeVisible();
  expect(item.category).toBe("bug");
  expect(server.calls(bulkChangesApi.change).map(({ body }) => body.changes)).toEqual([
    { category: "improvement" },
    { category: "bug" },
  ]);
});

test("if the change of a property is refused, a toast shows the server's message, and the former value is shown", async () => {
  const { server } = managedItem();
  server.refuse(bulkChangesApi.change, 409, "This item was merged into another one");
  await openPage(server, ITEM);
  await chooseProperty("Category", "Bug Report");
  await expect.element(shownToast()).toMatchTextContent("This item was merged into another one");
  await expect.element(property("Category: Feature Request")).toBeVisible();
});

test("an admin changes the status with a public note, which is shown once, and 'Undo' removes both", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await chooseProperty("Status", "Planned");
  await expect.element(note()).toHaveFocus();
  await userEvent.keyboard(`On its way${CONTROL_ENTER}`);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(property("Status: Planned")).toHaveFocus();
  await expect.element(page.getByText("On its way")).toHaveLength(1);
  await expect.element(page.getByText("changed the status to Planned")).toBeVisible();
  expect(server.calls(feedbackApi.update).map(({ body }) => body)).toEqual([
    { status: "planned", note: "On its way" },
  ]);
  await expect.element(shownToast()).toMatchTextContent("Status: Planned");
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(property("Status: New")).toBeVisible();
  await expect.element(page.getByText("On its way")).not.toBeInTheDocument();
});

test("a note that is too long shows an error in the dialog, and a note that fails to save stays there", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await chooseProperty("Status", "Planned");
  await note().fill("x".repeat(1001));
  await save().click();
  await expect.element(note()).toHaveAccessibleDescription(/^Note must be at most 1000 characters/);
  expect(server.calls(feedbackApi.update)).toEqual([]);
  server.refuse(feedbackApi.update, 500, "Something went wrong");
  await note().fill("On its way");
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  await expect.element(note()).toHaveValue("On its way");
});

test("closing the dialog of a status with an unsaved note asks for confirmation", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await chooseProperty("Status", "Planned");
  await note().fill("On its way");
  await userEvent.keyboard("{Escape}");
  const unsaved = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await unsaved.getByRole("button", { name: "Cancel" }).click();
  await expect.element(note()).toHaveFocus();
  await expect.element(note()).toHaveValue("On its way");
  await userEvent.keyboard("{Escape}");
  await unsaved.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(property("Status: New")).toHaveFocus();
  expect(server.calls(feedbackApi.update)).toEqual([]);
});

test("an admin deletes an item after a confirmation that shows the item's title, and returns to the item's board", async () => {
  const { server } = managedItem();
  const { address } = await openPage(server, `${ITEM}?from=%2Fboard%2Ffeature-requests`);
  await more().click();
  await deleteItem().click();
  await expect.element(question()).toMatchTextContent("Dark mode");
  await expect.element(question().getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(more()).toHaveFocus();
  expect(server.calls(feedbackApi.remove)).toEqual([]);
  await more().click();
  await deleteItem().click();
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(shownToast()).toMatchTextContent("Feedback deleted successfully");
  await expect.element(heading()).toHaveTextContent("Feature requests");
  expect(address()).toBe("/board/feature-requests");
});

test("deleting an item that another user has already deleted shows 'Feedback item not found'", async () => {
  const { data, server } = managedItem();
  await openPage(server, ITEM);
  data.items.length = 0;
  await more().click();
  await deleteItem().click();
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(heading()).toHaveTextContent("Feedback item not found");
});
