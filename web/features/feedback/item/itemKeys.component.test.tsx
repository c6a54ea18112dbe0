import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aBoard, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const SAVE_AND_NEXT = "{Control>}{Shift>}{Enter}{/Shift}{/Control}";

const property = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (status: string) => page.getByRole("dialog", { name: `Change status to ${status}` });
const heading = () => page.getByRole("heading", { level: 1 });

/** Opens a list of two items as an admin. */
async function openList() {
  const items = [
    anItem({ title: "First", votes: 9 }),
    anItem({ id: 32, title: "Second", votes: 8 }),
  ];
  const boards = [aBoard(), aBoard({ id: 22, name: "Time Tracking", slug: "time-tracking" })];
  const server = acmeServer(acmeData({ user: anAdmin(), items, boards }));
  const { address } = await openPage(server, "/feedback");
  // Waits for the admins' tools, because their code is loaded after the list.
  await expect.element(page.getByRole("checkbox", { name: /First/ })).toBeVisible();
  return { server, address };
}

test("a status can be saved by keyboard so that the next item opens and, after the last item, the list", async () => {
  const { server, address } = await openList();
  await userEvent.keyboard("jo");
  await expect.element(heading()).toHaveTextContent("First");
  await expect.element(property("Status: New")).toBeEnabled();
  await userEvent.keyboard("sp");
  await expect.element(dialog("Planned").getByLabelText(/^Public note/)).toHaveFocus();
  await userEvent.keyboard(SAVE_AND_NEXT);
  await expect.element(heading()).toHaveTextContent("Second");
  await expect.element(shownToast()).toMatchTextContent("Status: Planned");
  await expect.element(property("Status: New")).toBeEnabled();
  await userEvent.keyboard("sc");
  await expect.element(dialog("Complete").getByLabelText(/^Public note/)).toHaveFocus();
  await userEvent.keyboard(SAVE_AND_NEXT);
  await expect.poll(address).toBe("/feedback");
  await expect.element(shownToast()).toMatchTextContent("That was the last item of the list");
  await expect.element(shownToast().getByRole("button", { name: "Undo" })).toBeVisible();
  expect(server.calls(feedbackApi.update).map(({ params, body }) => [params.id, body])).toEqual([
    [31, { status: "planned" }],
    [32, { status: "complete" }],
  ]);
});

test("if saving a status fails, the item's page stays open, and saving again does not open the next item", async () => {
  const { server, address } = await openList();
  server.refuse(feedbackApi.update, 500, "Something went wrong");
  await userEvent.keyboard("jo");
  await expect.element(heading()).toHaveTextContent("First");
  await expect.element(property("Status: New")).toBeEnabled();
  await userEvent.keyboard("sp");
  await expect.element(dialog("Planned").getByLabelText(/^Public note/)).toHaveFocus();
  await userEvent.keyboard(SAVE_AND_NEXT);
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  expect(address()).toBe("/feedback/31?from=%2Ffeedback");
  server.restore(feedbackApi.update);
  await dialog("Planned").getByRole("button", { name: "Change status" }).click();
  await expect.element(property("Status: Planned")).toBeVisible();
  expect(address()).toBe("/feedback/31?from=%2Ffeedback");
});

test("on an item's page, keys open the menus of the properties and the dialogs, but not while the admin is typing", async () => {
  const { server } = await openList();
  await userEvent.keyboard("jo");
  await expect.element(heading()).toHaveTextContent("First");
  await expect.element(property("Status: New")).toBeEnabled();
  for (const [key, label] of [
    ["b", "Board"],
    ["g", "Category"],
    ["a", "Assignee"],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(page.getByRole("menu").getByText(label, { exact: true })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
    // The focus moves, so the next key is not the rest of a word that was typed into the menu.
    await userEvent.keyboard("{Tab}");
  }
  await userEvent.keyboard("w");
  await expect.element(page.getByRole("dialog", { name: "Close feedback" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}d");
  await expect.element(page.getByRole("alertdialog", { name: "Delete feedback" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}e");
  const edit = page.getByRole("dialog", { name: "Edit feedback" });
  await edit.getByLabelText("Title").fill("m");
  await userEvent.keyboard("{Escape}");
  await server.settled();
  await expect
    .element(page.getByRole("dialog", { name: "Merge feedback" }))
    .not.toBeInTheDocument();
});

test("the key e in the list opens the edit dialog on the focused item's page, and Back does not open the dialog again", async () => {
  const { address } = await openList();
  await userEvent.keyboard("jje");
  const edit = page.getByRole("dialog", { name: "Edit feedback" });
  await expect.element(edit).toBeVisible();
  expect(address()).toBe("/feedback/32?from=%2Ffeedback");
  await userEvent.keyboard("{Escape}");
  await expect.element(edit).not.toBeInTheDocument();
  // Waits for the keys j and k, because their code is possibly loaded after the dialog.
  await expect.element(page.getByRole("link", { name: "Previous item" })).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(heading()).toHaveTextContent("First");
  window.history.back();
  await expect.element(heading()).toHaveTextContent("Second");
  await expect.element(edit).not.toBeInTheDocument();
});
