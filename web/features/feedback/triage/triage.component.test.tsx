import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assigneesApi } from "#contract/assignees.ts";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import { closingApi } from "#contract/closing.ts";
import type { FeedbackStatus } from "#contract/feedback.ts";
import { mergingApi } from "#contract/merging.ts";
import { statusNotificationsApi } from "#contract/statusNotifications.ts";
import type { NotRestored } from "#contract/undo.ts";
import { undoApi } from "#contract/undo.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aBoard, anAdmin, anItem } from "#web/testing/fixtures.ts";
import type { ScriptedResponse } from "#web/testing/ScriptedServer.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const NORA = { id: 53, fullName: "Nora Next", pictureUrl: null };

/**
 * Opens a list as an admin of a portal with four items, which all have this status. The first items
 * have these assignees.
 */
async function openList(
  path = "/feedback",
  status: FeedbackStatus = "new",
  assigneeIds: readonly (number | null)[] = [],
) {
  const titles = ["First", "Second", "Third", "Fourth"];
  const items = titles.map((title, index) =>
    anItem({ id: index + 1, title, status, assigneeId: assigneeIds[index] ?? null }),
  );
  const boards = [aBoard(), aBoard({ id: 2, name: "Bugs", slug: "bugs" })];
  const data = acmeData({ user: anAdmin(), boards, items });
  const server = acmeServer(data).respond(assigneesApi.list, [NORA]);
  const opened = await openPage(server, path);
  await expect.element(statusOf("First")).toBeVisible();
  return { data, server, ...opened };
}

const statusOf = (title: string, status = ".*") =>
  page.getByRole("button", { name: new RegExp(`^Status: ${status} of ${title}$`) });
const checkbox = (title: string) => page.getByRole("checkbox", { name: `Select ${title}` });
const bar = () => page.getByRole("region", { name: "Selected items" });
const statuses = (data: { items: { status: string }[] }) => data.items.map((item) => item.status);

test("an admin changes a status with the badge on the card, and undoes the change in the toast", async () => {
  const { data, server } = await openList();
  await expect.element(statusOf("First", "New")).toBeVisible();
  await statusOf("First").click();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await expect.element(statusOf("First", "Planned")).toBeVisible();
  await expect.element(shownToast().getByText("Status: Planned")).toBeVisible();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(statusOf("First", "New")).toBeVisible();
  expect(server.calls(undoApi.undo)).toHaveLength(1);
  expect(statuses(data)).toEqual(["new", "new", "new", "new"]);
});

test("the menu of a status badge says how many people are notified, and turns this off for one change", async () => {
  const { server } = await openList();
  const audience = { total: 3, byEmail: 2, isCapped: false };
  server.respond(statusNotificationsApi.audience, audience);
  const notify = page.getByRole("menuitemcheckbox", { name: "Notify 3 people" });
  await statusOf("First").click();
  await notify.click();
  await expect.element(notify).not.toBeChecked();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await expect.element(statusOf("First", "Planned")).toBeVisible();
  await statusOf("First").click();
  await expect.element(notify).toBeChecked();
  await page.getByRole("menuitemradio", { name: "Complete" }).click();
  await expect.element(statusOf("First", "Complete")).toBeVisible();
  expect(server.calls(bulkChangesApi.change).map(({ body }) => body)).toEqual([
    { ids: [1], changes: { status: "planned", notify: false } },
    { ids: [1], changes: { status: "complete" } },
  ]);
});

test("an admin changes the status of several items without notifying anybody", async () => {
  const { server } = await openList();
  await checkbox("First").click();
  await checkbox("Second").click();
  await bar().getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Notify followers" }).click();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await expect.element(shownToast().getByText("2 items: Planned")).toBeVisible();
  expect(server.calls(bulkChangesApi.change)).toMatchObject([
    { body: { ids: [1, 2], changes: { status: "planned", notify: false } } },
  ]);
});

test("an admin changes the board of selected items with the selection bar, and 'Undo' restores the former board of each item", async () => {
  const { data } = await openList();
  await checkbox("First").click();
  await checkbox("Third").click({ modifiers: ["Shift"] });
  await expect.element(bar().getByText("3 selected")).toBeVisible();
  await expectWellMade("a list with selected items");
  await bar().getByRole("button", { name: "Board" }).click();
  await page.getByRole("menuitemradio", { name: "Bugs" }).click();
  await expect.element(shownToast().getByText("3 items: Bugs")).toBeVisible();
  await expect.element(bar().getByText("3 selected")).toBeVisible();
  expect(data.items.map(({ boardId }) => boardId)).toEqual([2, 2, 2, aBoard().id]);
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => data.items.map(({ boardId }) => boardId))
    .toEqual(Array(4).fill(aBoard().id));
});

test("by keyboard, an admin moves through a list, selects items, changes statuses, and opens an item and its neighbors", async () => {
  const { data, address } = await openList();
  await userEvent.keyboard("jsp");
  await expect.poll(() => statuses(data)).toEqual(["planned", "new", "new", "new"]);
  await expect.element(statusOf("First", "Planned")).toBeVisible();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await userEvent.keyboard("jxjx");
  await expect.element(bar().getByText("2 selected")).toBeVisible();
  await userEvent.keyboard("s");
  await expect.element(page.getByRole("menu")).toBeVisible();
  await userEvent.keyboard("c");
  await expect.poll(() => statuses(data)).toEqual(["planned", "complete", "complete", "new"]);
  await expect.element(bar().getByText("2 selected")).toBeVisible();
  await userEvent.keyboard("jjko");
  await expect.poll(address).toBe("/feedback/3?from=%2Ffeedback");
  await expect.element(page.getByText("3 of 4")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.poll(address).toBe("/feedback/2?from=%2Ffeedback");
  await page.getByRole("link", { name: "Next item" }).click();
  await expect.element(page.getByText("3 of 4")).toBeVisible();
});

test("keys that are pressed while a menu fades out apply to the list", async () => {
  const { data } = await openList();
  // The keys are pressed without waiting for the end of the menu's animation.
  await userEvent.keyboard("jspjsc");
  await expect.poll(() => statuses(data)).toEqual(["planned", "complete", "new", "new"]);
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await userEvent.keyboard("k");
  await expect.element(page.getByRole("link", { name: "First", exact: true })).toHaveFocus();
});

test("the rest of a word that is typed into the menu of a status changes nothing else", async () => {
  const { data } = await openList();
  await userEvent.keyboard("jsunder development");
  await expect.poll(() => statuses(data)[0]).toBe("under_development");
  await expect.element(statusOf("First")).toHaveFocus();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}{Shift>}{Tab}{/Shift}d");
  await expect.element(page.getByRole("alertdialog", { name: "Delete 1 item?" })).toBeVisible();
  expect(statuses(data)).toEqual(["under_development", "new", "new", "new"]);
});

test("the key a opens the menu of assignees at the focused card, and the card has the focus again afterwards", async () => {
  const { data } = await openList();
  await userEvent.keyboard("jja");
  const menu = page.getByRole("menu");
  await expect.element(menu).toBeVisible();
  const card = page.getByRole("article").filter({ hasText: "Second" });
  const distance =
    menu.element().getBoundingClientRect().top - card.element().getBoundingClientRect().top;
  expect(distance).toBeGreaterThan(0);
  expect(distance).toBeLessThan(card.element().getBoundingClientRect().height + 12);
  await expect.element(bar()).not.toBeInTheDocument();
  await userEvent.keyboard("nora");
  await expect.element(page.getByRole("menuitemradio")).toHaveTextContent("Nora Next");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => data.items[1]?.assigneeId).toBe(NORA.id);
  await expect.element(page.getByRole("link", { name: "Second", exact: true })).toHaveFocus();
});

test("Enter after the letter of a status does not open the menu again", async () => {
  await openList();
  await userEvent.keyboard("jsp{Enter}");
  await expect.element(statusOf("First", "Planned")).toHaveFocus();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menu")).toBeVisible();
});

test("a toast is above the selection bar, in wide and narrow windows", async () => {
  for (const width of [1440, 800]) {
    await page.viewport(width, 900);
    await openList();
    await userEvent.keyboard("jsp");
    await expect.element(shownToast().getByText("Status: Planned")).toBeVisible();
    await userEvent.keyboard("jx");
    await expect.element(bar()).toBeVisible();
    const edge = () =>
      bar().element().getBoundingClientRect().top -
      shownToast().element().getBoundingClientRect().bottom;
    await expect.poll(edge, { message: `at ${String(width)} px` }).toBeGreaterThan(0);
  }
});

test("after 'Undo' the focus is on the card again, so that keys apply to its item", async () => {
  const { data } = await openList();
  await userEvent.keyboard("jsp");
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => statuses(data)[0]).toBe("new");
  await expect.element(shownToast().getByText("Undone")).toBeVisible();
  await userEvent.keyboard("x");
  await expect.element(bar().getByText("1 selected")).toBeVisible();
});

test("by keyboard, an admin changes the category of an item, and 'Undo' restores the former category", async () => {
  const { data } = await openList();
  const categories = () => data.items.map(({ category }) => category);
  const former = categories();
  await userEvent.keyboard("jxjxg");
  await expect.element(page.getByRole("menu", { name: "Category" })).toBeVisible();
  await userEvent.keyboard("b");
  await expect.element(shownToast().getByText("2 items: Bug Report")).toBeVisible();
  expect(categories()).toEqual(["bug", "bug", ...former.slice(2)]);
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.poll(categories).toEqual(former);
});

test("'Undo' restores the category that another admin has set after the list was loaded", async () => {
  const { data } = await openList();
  await expect.element(statusOf("First", "New")).toBeVisible();
  Object.assign(data.items[0] ?? {}, { category: "improvement" });
  await userEvent.keyboard("jxgb");
  await expect.element(shownToast().getByText("1 item: Bug Report")).toBeVisible();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => data.items[0]?.category).toBe("improvement");
});

test("the keys w and d open the dialogs that close and delete the focused item", async () => {
  await openList();
  await userEvent.keyboard("jw");
  await expect.element(page.getByRole("dialog", { name: "Close feedback" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  // The focus moves, so the key is not the rest of a word that was typed into the dialog.
  await userEvent.keyboard("{Tab}d");
  await expect.element(page.getByRole("alertdialog", { name: "Delete 1 item?" })).toBeVisible();
});

test("when the selection bar is removed, the item that was selected last has the focus", async () => {
  await openList();
  await userEvent.keyboard("jxjx");
  await bar().getByRole("button", { name: "Clear" }).click();
  await expect.element(bar()).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Second", exact: true })).toHaveFocus();
});

test("if the focused item leaves a filtered list, the next item gets the focus, and the list's CSV link contains the filters that the list applies", async () => {
  await openList("/feedback?status=new&boardCategoryId=999");
  const csv = page.getByRole("link", { name: "Download CSV" });
  await expect.element(csv).toHaveAttribute("href", "/api/feedback.csv?status=new");
  await userEvent.keyboard("jsp");
  await expect.element(page.getByRole("link", { name: "Second", exact: true })).toHaveFocus();
});

test("a change that lets selected items leave the list says how many left, and 'Undo' selects them again", async () => {
  await openList("/feedback?status=new");
  await checkbox("First").click();
  await checkbox("Second").click();
  await bar().getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await expect.element(shownToast().getByText("2 items left this list.")).toBeVisible();
  await expect.element(bar()).not.toBeInTheDocument();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(bar().getByText("2 selected")).toBeVisible();
});

test("an admin assigns an item with the avatar on its card or with the key a, with 'Me' first", async () => {
  const me = anAdmin();
  const { data, server } = await openList("/feedback", "new", [NORA.id]);
  server.respond(assigneesApi.list, [NORA, { id: me.id, fullName: me.fullName, pictureUrl: null }]);
  await page.getByRole("button", { name: "Assigned to Nora Next: First" }).click();
  const choices = () =>
    page
      .getByRole("menuitemradio")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(choices).toEqual(["Nobody", "Nora Next"]);
  await page.getByRole("menuitemradio", { name: "Nobody" }).click();
  await expect.poll(() => data.items[0]?.assigneeId).toBeNull();
  await userEvent.keyboard("jan");
  await expect.element(page.getByRole("menu", { name: "Assignee" })).toBeVisible();
});

test("keys that are pressed in a field or with a modifier have no effect on the list", async () => {
  await openList();
  await page.getByRole("combobox", { name: "Search feedback" }).click();
  await userEvent.keyboard("jx");
  await userEvent.keyboard("{Control>}j{/Control}");
  await expect.element(page.getByRole("combobox", { name: "Search feedback" })).toHaveValue("jx");
  await expect.element(bar()).not.toBeInTheDocument();
});

test("selected items are deleted after a confirmation", async () => {
  const { data } = await openList();
  await checkbox("Second").click();
  await bar().getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(shownToast().getByText("1 item deleted")).toBeVisible();
  expect(data.items.map(({ title }) => title)).toEqual(["First", "Third", "Fourth"]);
});

test("in a narrow window, the keys open the menus of the selection bar, whose buttons are hidden at first", async () => {
  await page.viewport(800, 900);
  await openList();
  await userEvent.keyboard("jx");
  await expect.element(bar().getByRole("button", { name: "Category" })).not.toBeInTheDocument();
  await userEvent.keyboard("g");
  await expect.element(page.getByRole("menu", { name: "Category" })).toBeVisible();
});

test("selected items are closed with one reason, and 'Undo' reopens all of them", async () => {
  const { data, server } = await openList();
  const states = () => data.items.map(({ state }) => state);
  await checkbox("First").click();
  await checkbox("Second").click();
  await bar().getByRole("button", { name: "Close…" }).click();
  await page.getByRole("combobox", { name: "Reason" }).selectOptions("Already possible");
  await page.getByRole("button", { name: "Close 2 items" }).click();
  await expect.element(shownToast().getByText("2 items closed")).toBeVisible();
  await expect.element(bar()).not.toBeInTheDocument();
  expect(states()).toEqual(["closed", "closed", "open", "open"]);
  expect(server.calls(closingApi.closeInBulk)).toMatchObject([
    { body: { ids: [1, 2], reason: "already_possible", notify: true } },
  ]);
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.poll(states).toEqual(["open", "open", "open", "open"]);
});

test("after a bulk closing, the toast counts only the items that it has closed, and 'Undo' leaves an item closed that another admin has closed before", async () => {
  const { data } = await openList();
  const close = async () => {
    await checkbox("First").click();
    await checkbox("Second").click();
    await bar().getByRole("button", { name: "Close…" }).click();
    await page.getByRole("button", { name: "Close 2 items" }).click();
  };
  const byAnotherAdmin = { state: "closed", closeNote: "Not now." } as const;
  Object.assign(data.items[0] ?? {}, byAnotherAdmin);
  await close();
  await expect.element(shownToast().getByText("Feedback closed")).toBeVisible();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(shownToast().getByText("Undone")).toBeVisible();
  expect(data.items.slice(0, 2)).toMatchObject([byAnotherAdmin, { state: "open" }]);
});

test("if another admin has closed all items before, the toast says so and offers no 'Undo'", async () => {
  const { data } = await openList();
  await checkbox("First").click();
  Object.assign(data.items[0] ?? {}, { state: "closed" });
  await bar().getByRole("button", { name: "Close…" }).click();
  await page.getByRole("button", { name: "Close feedback" }).click();
  await expect.element(shownToast().getByText("Nothing changed")).toBeVisible();
  await expect.element(shownToast().getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("after a bulk change, the toast counts only the items that it has changed, and 'Undo' restores only these", async () => {
  const { data } = await openList();
  await checkbox("First").click();
  await checkbox("Second").click();
  Object.assign(data.items[0] ?? {}, { status: "planned" });
  await bar().getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await expect.element(shownToast().getByText("1 item: Planned")).toBeVisible();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.element(shownToast().getByText("Undone")).toBeVisible();
  expect(statuses(data)).toEqual(["planned", "new", "new", "new"]);
});

test("if another admin has made the same change before, the toast says so and offers no 'Undo'", async () => {
  const { data } = await openList();
  await expect.element(statusOf("First", "New")).toBeVisible();
  Object.assign(data.items[0] ?? {}, { status: "planned" });
  await statusOf("First").click();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await expect.element(shownToast().getByText("Nothing changed")).toBeVisible();
  await expect.element(shownToast().getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

/** Changes the status of the first item, and answers its undo as given. */
async function undoWith(answer: ScriptedResponse<typeof undoApi.undo>) {
  const { server } = await openList();
  server.respond(undoApi.undo, answer);
  await statusOf("First").click();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await shownToast().getByRole("button", { name: "Undo" }).click();
}

test("'Undo' says how many items were not restored, and why", async () => {
  const notRestored = (feedbackId: number, reason: NotRestored["reason"]) =>
    ({ feedbackId, commentId: null, field: "assigneeId", reason }) as const;
  await undoWith({
    restored: 1,
    notRestored: [
      notRestored(1, "unassigned"),
      notRestored(2, "changed"),
      notRestored(3, "changed"),
      notRestored(4, "deleted"),
    ],
  });
  await expect.element(shownToast().getByText("Undone")).toBeVisible();
  await expect
    .element(shownToast())
    .toMatchTextContent(
      "1 item is unassigned now. The former assignee is no longer an admin. 2 items stay as they are, because somebody has changed them since. 1 item was deleted since.",
    );
});

test("if nothing can be restored, 'Undo' shows an error that says why", async () => {
  const reacted = { feedbackId: 1, commentId: null, field: "status", reason: "reacted" } as const;
  await undoWith({ restored: 0, notRestored: [reacted] });
  await expect
    .element(shownToast())
    .toMatchTextContent(
      "Error1 item stays, because somebody has already reacted or was notified by mail.",
    );
});

test("if the undo is refused, the toast shows the server's message", async () => {
  await undoWith(() => {
    throw new Refusal(404, "This can no longer be undone");
  });
  await expect.element(shownToast().getByText("This can no longer be undone")).toBeVisible();
});

test("the key m opens a dialog that shows the outcome of a merge and merges the selected items into one of them or into another item, and 'Undo' reverses the merge", async () => {
  const { data, server } = await openList();
  const states = () => data.items.map(({ state }) => state);
  const merge = page.getByRole("button", { name: "Merge", exact: true });
  server.respond(mergingApi.preview, () => ({
    votes: 5,
    comments: 1,
    followers: 6,
    privateItems: 2,
  }));
  await userEvent.keyboard("jxjxm");
  const dialog = page.getByRole("dialog", { name: "Merge 2 items" });
  await dialog.getByRole("radio", { name: /^Second/ }).click();
  await expect
    .element(dialog.getByRole("status"))
    .toMatchTextContent(
      "“Second” remains, with 5 votes (one per person), 1 comment and 6 followers. Only admins will see the text and comments of 2 private items.",
    );
  await expectWellMade("the dialog to merge selected items");
  await merge.click();
  await expect.element(shownToast().getByText("Merged into “Second”")).toBeVisible();
  expect(data.items[0]).toMatchObject({ state: "merged", mergedIntoId: 2 });
  await expect.element(bar()).not.toBeInTheDocument();
  await shownToast().getByRole("button", { name: "Undo" }).click();
  await expect.poll(states).toEqual(["open", "open", "open", "open"]);
  await checkbox("First").click();
  await checkbox("Second").click();
  await userEvent.keyboard("m");
  await page.getByRole("searchbox", { name: "Item to merge into" }).fill("Fourth");
  await dialog.getByRole("radio", { name: /^Fourth/ }).click();
  await expect.element(dialog.getByText(/remains, with 5 votes/)).toBeVisible();
  await merge.click();
  await expect.element(shownToast().getByText("2 items merged into “Fourth”")).toBeVisible();
  expect(states()).toEqual(["merged", "merged", "open", "open"]);
});

test("a refused bulk change shows the server's message and keeps the selection", async () => {
  const { server } = await openList();
  server.refuse(bulkChangesApi.change, 404, "Feedback item not found");
  await checkbox("First").click();
  await bar().getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemradio", { name: "Planned" }).click();
  await expect.element(shownToast().getByText("Feedback item not found")).toBeVisible();
  await expect.element(bar().getByText("1 selected")).toBeVisible();
});
