import { expect, test } from "vitest";
import type { Locator } from "vitest/browser";
import { page, userEvent } from "vitest/browser";
import { boardsApi } from "#contract/boards.ts";
import { acmeData } from "#web/testing/acmeServer.ts";
import { boardsServer } from "#web/testing/boardsServer.ts";
import { dragByMouse, dragByTouch } from "#web/testing/drag.ts";
import { aBoard, anAdmin } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn } from "#web/testing/pressKeys.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const dialog = () => page.getByRole("dialog", { name: "Reorder Boards" });
const handleOf = (name: string) =>
  dialog().getByRole("button", { name: `Move ${name}`, exact: true });
const moveOneDown = () => dialog().getByRole("button", { name: "Move Board one down" });

/** Returns the names of the boards in a list, in the displayed order. */
const namesIn = (list: Locator) =>
  list
    .getByText(/^Board \w+$/)
    .elements()
    .map(({ textContent }) => textContent);

/** Waits until the dialog lists the boards in this order. */
const expectOrder = (...names: string[]) =>
  expect.poll(() => namesIn(dialog().getByRole("listitem"))).toEqual(names);

const expectCards = (...names: string[]) =>
  expect.poll(() => namesIn(page.getByRole("main").getByRole("listitem"))).toEqual(names);

/** Opens the reorder dialog for boards of these names. The ids of the boards start at 1. */
async function orderBoards(...names: string[]) {
  const boards = names.map((name, index) =>
    aBoard({ id: index + 1, name, slug: name.toLowerCase().replaceAll(" ", "-") }),
  );
  const data = acmeData({ user: anAdmin(), boards });
  const server = boardsServer(data);
  const opened = await openPage(server, "/company/boards");
  await openDialog();
  return { data, server, opened };
}

async function openDialog(): Promise<void> {
  await page.getByRole("button", { name: "Reorder Boards" }).click();
  await expect.element(dialog().getByRole("listitem").first()).toBeVisible();
}

async function saveOrder(): Promise<void> {
  await dialog().getByRole("button", { name: "Save Order" }).click();
  await expect.element(shownToast()).toMatchTextContent(/^Board order updated successfully/);
  await expect.element(dialog()).not.toBeInTheDocument();
}

/** Presses a key and waits until this text is announced to screen readers. */
async function pressAndRead(key: string, text: string): Promise<void> {
  await userEvent.keyboard(key);
  await expect.poll(() => document.querySelector("[id^=DndLiveRegion]")?.textContent).toBe(text);
  // Waits for the next task, because the list ignores arrow keys until then.
  await new Promise((resolve) => setTimeout(resolve));
}

test("boards can be reordered by keyboard, and each move is announced to screen readers", async () => {
  const { server, opened } = await orderBoards("Board one", "Board two", "Board three");
  await focusOn(handleOf("Board three"));
  await pressAndRead(" ", "Board three is picked up, at position 3 of 3.");
  await pressAndRead("{ArrowUp}", "Board three is now at position 2 of 3.");
  await pressAndRead("{ArrowUp}", "Board three is now at position 1 of 3.");
  await pressAndRead(" ", "Board three is dropped at position 1 of 3.");
  const order = ["Board three", "Board one", "Board two"];
  await expectOrder(...order);
  await saveOrder();
  expect(server.calls(boardsApi.reorder).map(({ body }) => body)).toEqual([
    { boardIds: [3, 1, 2] },
  ]);
  await expectCards(...order);

  await opened.reload("/roadmap");
  const boards = page.getByRole("navigation", { name: "Boards" }).getByRole("link");
  expect(boards.elements().map(({ textContent }) => textContent)).toEqual(
    order.map((name) => expect.stringMatching(new RegExp(`^${name}`))),
  );
  await opened.reload("/feedback");
  const links = page.getByRole("complementary").getByRole("link", { name: /^Board/ });
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(
    order.map((name) => expect.stringMatching(new RegExp(`^${name}`))),
  );
});

test("Escape cancels the move of a board and does not close the dialog", async () => {
  await orderBoards("Board one", "Board two", "Board three");
  await focusOn(handleOf("Board one"));
  await pressAndRead("{Enter}", "Board one is picked up, at position 1 of 3.");
  await pressAndRead("{ArrowDown}", "Board one is now at position 2 of 3.");
  await userEvent.keyboard("{Escape}");
  await expectOrder("Board one", "Board two", "Board three");
  await expect.element(dialog()).toBeVisible();
});

test("boards can be reordered with the arrow buttons and by mouse", async () => {
  await orderBoards("Board one", "Board two", "Board three");
  await moveOneDown().click();
  await expectOrder("Board two", "Board one", "Board three");
  await dragByMouse(handleOf("Board two"), handleOf("Board three"), () =>
    expect.element(page.getByText("Board two is now at position 3 of 3.")).toBeInTheDocument(),
  );
  await expectOrder("Board one", "Board three", "Board two");
});

test("boards can be reordered by touch", async () => {
  await page.viewport(375, 740);
  await orderBoards("Board one", "Board two", "Board three");
  await dragByTouch(handleOf("Board three"), handleOf("Board one"), () =>
    expect.element(page.getByText("Board three is now at position 1 of 3.")).toBeInTheDocument(),
  );
  await expectOrder("Board three", "Board one", "Board two");
});

test("a new order of the boards is refused if another admin has added a board, and the dialog then lists the added board", async () => {
  const { data, server } = await orderBoards("Board one", "Board two");
  await moveOneDown().click();
  const late = aBoard({ id: 9, name: "Board late", slug: "board-late" });
  const refusal = "The boards have changed meanwhile. Reload and order them again.";
  server.respond(boardsApi.reorder, () => {
    data.boards = [...data.boards, late];
    throw new Refusal(400, refusal);
  });
  await dialog().getByRole("button", { name: "Save Order" }).click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent(refusal);
  await expectOrder("Board two", "Board one", "Board late");
  server.restore(boardsApi.reorder);
  await saveOrder();
  await expectCards("Board two", "Board one", "Board late");
});

test("the reorder dialog needs a confirmation to close only if boards were moved", async () => {
  await orderBoards("Board one", "Board two");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await openDialog();
  await moveOneDown().click();
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expectCards("Board one", "Board two");
});
