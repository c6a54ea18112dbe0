import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assigneesApi } from "#contract/assignees.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aBoard, aCategory, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";

const heading = () => page.getByRole("heading", { level: 1 });
const article = () => page.getByRole("main").getByRole("article").first();
const manage = () => page.getByRole("region", { name: "Manage" });
const note = () => manage().getByLabelText(/^Public note/);
const select = (label: string) => manage().getByLabelText(label, { exact: true });
const save = () => manage().getByRole("button", { name: "Save", exact: true });
const deleteButton = () => page.getByRole("button", { name: "Delete", exact: true });
const question = () => page.getByRole("alertdialog", { name: "Delete Feedback" });

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

test("an admin changes the board, category, topic and assignee of an item and saves all changes at once by keyboard", async () => {
  const { server } = managedItem();
  server.respond(assigneesApi.list, [{ id: 12, fullName: "Maya Lindqvist" }]);
  await openPage(server, ITEM);
  await select("Board").selectOptions("Time Tracking");
  await select("Category").selectOptions("Bug Report");
  await select("Topic").selectOptions("Automation");
  await select("Assignee").selectOptions("Maya Lindqvist");
  await pressKeys(save(), "{Enter}");
  await expect.element(save()).not.toBeInTheDocument();
  await expect.element(select("Assignee")).toHaveFocus();
  await expect.element(article()).toMatchTextContent("Category: Bug Report");
  await expect.element(article()).toMatchTextContent("Topic: Automation");
  await expect.element(article().getByRole("link", { name: "Time Tracking" })).toBeVisible();
  expect(server.calls(feedbackApi.update).map(({ body }) => body)).toEqual([
    { boardId: 22, category: "bug", boardCategoryId: 61, assigneeId: 12 },
  ]);
});

test("a title that an admin has edited is shown on the item's board", async () => {
  const { server } = managedItem();
  await openPage(server, `${ITEM}?from=%2Fboard%2Ffeature-requests`);
  await manage().getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabelText("Title").fill("Edited by an admin");
  await userEvent.keyboard("{Enter}");
  await expect.element(heading()).toHaveTextContent("Edited by an admin");
  await page.getByRole("link", { name: "Back to Board" }).click();
  await expect.element(page.getByRole("navigation", { name: "Boards" })).toBeVisible();
  await expect
    .element(page.getByRole("article").getByRole("heading"))
    .toHaveTextContent("Edited by an admin");
});

test("changing a select on an item's page with arrow keys does not save the selected option", async () => {
  const { item, server } = managedItem();
  await openPage(server, ITEM);
  await expect.element(select("Category")).toBeEnabled();
  await pressKeys(select("Category"), "{ArrowDown}{ArrowDown}");
  await expect.element(select("Category")).not.toHaveValue(item.category);
  await server.settled();
  expect(server.calls(feedbackApi.update)).toEqual([]);
});

test("an option that an admin chooses while another option is being saved stays selected and can be saved", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await select("Category").selectOptions("Improvement");
  const goOn = server.holdRequest(feedbackApi.update);
  await save().click();
  await server.called(feedbackApi.update);
  await select("Category").selectOptions("Bug Report");
  goOn();
  await expect.element(save()).toBeVisible();
  await expect.element(select("Category")).toHaveValue("bug");
  await save().click();
  await expect.element(article()).toMatchTextContent("Category: Bug Report");
  await expect.element(save()).not.toBeInTheDocument();
  expect(server.calls(feedbackApi.update).map(({ body }) => body)).toEqual([
    { category: "improvement" },
    { category: "bug" },
  ]);
});

test("leaving an item's page with an unsaved note asks for confirmation", async () => {
  const { server } = managedItem();
  const { address } = await openPage(server, ITEM);
  await select("Status").selectOptions("Planned");
  await note().fill("On its way");
  await page.getByRole("banner").getByRole("link", { name: "Changelog" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect.element(note()).toHaveValue("On its way");
  expect(address()).toBe(ITEM);
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Feedback updated successfully");
  await expect.element(page.getByText("On its way").first()).toBeVisible();
  expect(server.calls(feedbackApi.update).map(({ body }) => body)).toEqual([
    { status: "planned", note: "On its way" },
  ]);
});

test("a status and a note that an admin enters while another status is being saved stay in their fields", async () => {
  const { server } = managedItem();
  await openPage(server, ITEM);
  await select("Status").selectOptions("Planned");
  await note().fill("Sent");
  const goOn = server.holdRequest(feedbackApi.update);
  await save().click();
  await expect.element(manage().getByRole("button", { name: "Saving..." })).toBeVisible();
  await select("Status").selectOptions("Complete");
  await note().fill("Typed");
  goOn();
  await expect.element(shownToast()).toMatchTextContent("Feedback updated successfully");
  await expect.element(save()).toBeVisible();
  await expect.element(page.getByText("Status changed from New to Planned")).toBeVisible();
  await expect.element(select("Status")).toHaveValue("complete");
  await expect.element(note()).toHaveValue("Typed");
});

test("an admin deletes an item after a confirmation that shows the item's title, and returns to the item's board", async () => {
  const { server } = managedItem();
  const { address } = await openPage(server, `${ITEM}?from=%2Fboard%2Ffeature-requests`);
  await deleteButton().click();
  await expect.element(question()).toMatchTextContent("Dark mode");
  await expect.element(question().getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(deleteButton()).toHaveFocus();
  expect(server.calls(feedbackApi.remove)).toEqual([]);
  await deleteButton().click();
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(shownToast()).toMatchTextContent("Feedback deleted successfully");
  await expect.element(heading()).toHaveTextContent("Feature requests");
  expect(address()).toBe("/board/feature-requests");
});

test("deleting an item that another user has already deleted shows 'Feedback item not found'", async () => {
  const { data, server } = managedItem();
  await openPage(server, ITEM);
  data.items.length = 0;
  await deleteButton().click();
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(heading()).toHaveTextContent("Feedback item not found");
});
