import type { Locator } from "vitest/browser";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aBoard, aCustomer, anAdmin, anItem } from "#web/testing/fixtures.ts";
import { fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { CONTROL_ENTER, focusOn } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const dialog = () => page.getByRole("dialog", { name: "Submit Feedback" });
const title = () => dialog().getByLabelText("Title");
const description = () => dialog().getByLabelText("Description");
const board = () => dialog().getByLabelText("Board", { exact: true });
const submit = () => dialog().getByRole("button", { name: "Submit Feedback" });
const openDialog = () => page.getByRole("button", { name: "Submit Feedback" }).click();

const projects = aBoard({ id: 22, name: "Projects & Planning", slug: "projects" });

/** Creates a server with a signed-in customer and two boards. */
function twoBoards() {
  const data = acmeData({ user: aCustomer(), boards: [aBoard(), projects], items: [anItem()] });
  return { data, server: acmeServer(data) };
}

/** Returns the text of the select's chosen option. */
function chosenIn(select: Locator): string | undefined {
  return (select.element() as HTMLSelectElement).selectedOptions[0]?.text;
}

test("an empty submit form shows an error at each required field and sends nothing", async () => {
  const { server } = twoBoards();
  await openPage(server, "/feedback?submit=1");
  await submit().click();
  await expect.element(title()).toHaveAccessibleDescription("Title is required");
  await expect.element(title()).toHaveFocus();
  await expect.element(description()).toHaveAccessibleDescription("Description is required");
  await expect.element(board()).toHaveAccessibleDescription("Board is required");
  await title().fill("x".repeat(201));
  await expect.element(title()).toHaveAccessibleDescription("Title must be at most 200 characters");
  await server.settled();
  expect(server.calls(feedbackApi.create)).toEqual([]);
});

test("Escape closes the list of a select, but not the dialog around the select", async () => {
  const { server } = twoBoards();
  await openPage(server, "/feedback?submit=1");
  const isOpen = () => board().element().matches(":open");
  await expect.element(board()).toBeVisible();
  const before = chosenIn(board());
  await board().click();
  await expect.poll(isOpen).toBe(true);
  await userEvent.keyboard("{ArrowDown}{Escape}");
  await expect.poll(isOpen).toBe(false);
  await expect.element(board()).toHaveFocus();
  expect(chosenIn(board())).toBe(before);
  await userEvent.keyboard("{Enter}{ArrowDown}{Enter}");
  await expect.poll(() => chosenIn(board())).not.toBe(before);
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("a draft survives closing the submit dialog and a reload, and is deleted once the feedback is submitted", async () => {
  const { server } = twoBoards();
  const { address, reload } = await openPage(server, "/feedback");
  await openDialog();
  await fillIn({ Title: "A draft", Description: "Half a thought" }, dialog());
  await board().selectOptions("Projects & Planning");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(address()).toBe("/feedback");

  await reload();
  await openDialog();
  await expect.element(title()).toHaveValue("A draft");
  await expect.element(description()).toHaveValue("Half a thought");
  expect(chosenIn(board())).toBe("Projects & Planning");
  await submit().click();
  await expect.element(shownToast()).toMatchTextContent("Feedback submitted successfully");
  await expect.element(shownToast().getByRole("button", { name: "View" })).toBeVisible();
  expect(server.calls(feedbackApi.create).map(({ body }) => body)).toMatchObject([
    { title: "A draft", description: "Half a thought", boardId: projects.id, category: "feature" },
  ]);
  await openDialog();
  await expect.element(title()).toHaveValue("");
});

test("a click outside the submit dialog does not close the dialog, but Back closes the dialog", async () => {
  const { server } = twoBoards();
  const { address } = await openPage(server, "/feedback");
  await openDialog();
  await expect.element(dialog()).toBeVisible();
  expect(address()).toBe("/feedback?submit=1");
  await page
    .elementLocator(document.documentElement)
    .click({ position: { x: 5, y: 5 }, force: true });
  await expect.element(dialog()).toBeVisible();
  window.history.back();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(address()).toBe("/feedback");
});

test("the key c opens the submit dialog, and Ctrl+Enter in the title or the description submits the form", async () => {
  const { server } = twoBoards();
  for (const field of [title, description]) {
    await openPage(server, "/board/projects");
    await userEvent.keyboard("c");
    await expect.element(title()).toHaveFocus();
    expect(chosenIn(board())).toBe("Projects & Planning");
    await userEvent.keyboard("By keyboard{Tab}");
    await description().fill("No mouse was used.");
    await focusOn(field());
    await userEvent.keyboard(CONTROL_ENTER);
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(shownToast()).toMatchTextContent("Feedback submitted successfully");
  }
});

test("the submit dialog cannot be closed or submitted again while the feedback is being sent", async () => {
  const { server } = twoBoards();
  await openPage(server, "/board/projects?submit=1");
  const goOn = server.holdRequest(feedbackApi.create);
  await fillIn({ Title: "Sent slowly", Description: "Patience." }, dialog());
  await submit().click();
  await expect.element(dialog().getByRole("button", { name: "Submitting..." })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard(CONTROL_ENTER);
  await expect.element(dialog()).toBeVisible();
  goOn();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(shownToast()).toMatchTextContent("Feedback submitted successfully");
  expect(server.calls(feedbackApi.create)).toHaveLength(1);
});

test("feedback that fails to send stays in the dialog, and a toast shows the error", async () => {
  const { server } = twoBoards();
  server.refuse(feedbackApi.create, 500, "Something went wrong");
  await openPage(server, "/board/projects?submit=1");
  await fillIn({ Title: "Stays here", Description: "And so does this." }, dialog());
  await submit().click();
  await expect.element(shownToast()).toHaveTextContent("ErrorSomething went wrong");
  await expect.element(title()).toHaveValue("Stays here");
  await expect.element(description()).toHaveValue("And so does this.");
});

test("the submit dialog shows similar items while the title is typed, and the user can vote for a similar item", async () => {
  const { data, server } = twoBoards();
  data.items.push(anItem({ id: 32, title: "Two-way sync with Google Calendar", votes: 7 }));
  await openPage(server, "/feedback?submit=1");
  await title().fill("Sync with my Google calendar");
  const similar = dialog().getByRole("region", { name: "Similar feedback" });
  await expect
    .element(similar.getByRole("link", { name: "Two-way sync with Google Calendar" }))
    .toBeVisible();
  expect(similar.element().closest("[aria-live]")?.getAttribute("aria-live")).toBe("polite");
  await focusOn(title());
  await userEvent.keyboard("{Tab}{Enter}");
  const voted = { name: "Vote for Two-way sync with Google Calendar, 8 votes" };
  await expect.element(similar.getByRole("button", voted)).toBeDisabled();
  expect(server.calls(feedbackApi.list).filter(({ query }) => query.search)).toEqual([]);
});

test("the submit dialog searches for similar items with the first 200 characters of a title, and does not search while the title is too short", async () => {
  const { data, server } = twoBoards();
  data.items.push(anItem({ id: 32, title: "Calendar" }));
  await openPage(server, "/feedback?submit=1");
  const similar = dialog().getByRole("region", { name: "Similar feedback" });
  const long = `Calendar ${"x".repeat(200)}`;
  await title().fill(long);
  await expect.element(similar).toBeVisible();
  await title().fill("Cal");
  await expect.element(similar).not.toBeInTheDocument();
  const titles = server.calls(similarFeedbackApi.toTitle).map(({ query }) => query.title);
  expect(titles).toEqual([long.slice(0, 200)]);
});

test("a new title cancels the search for items similar to the earlier title", async () => {
  const { data, server } = twoBoards();
  data.items.push(anItem({ id: 32, title: "Calendar" }));
  await openPage(server, "/feedback?submit=1");
  const isEarlier = ({ query }: { query: { title: string } }) => query.title === "Invoice";
  const goOn = server.holdRequest(similarFeedbackApi.toTitle, isEarlier);
  await title().fill("Invoice");
  await expect.poll(() => server.calls(similarFeedbackApi.toTitle)).toHaveLength(1);
  await title().fill("Calendar");
  await expect.poll(() => server.abortedCalls(similarFeedbackApi.toTitle)).toBe(1);
  const similar = dialog().getByRole("region", { name: "Similar feedback" });
  await expect.element(similar.getByRole("link", { name: "Calendar" })).toBeVisible();
  goOn();
});

test("the submit dialog's board select groups private boards separately", async () => {
  const { data, server } = twoBoards();
  data.user = anAdmin();
  data.boards.push(aBoard({ id: 23, name: "Team Backlog", slug: "team-backlog", isPrivate: true }));
  await openPage(server, "/feedback?submit=1");
  await expect.element(board()).toBeVisible();
  const groups = [...board().element().querySelectorAll("optgroup")];
  expect(groups.map(({ label, textContent }) => [label, textContent])).toContainEqual([
    "Private Boards",
    "Team Backlog",
  ]);
});

test("a search without results offers to submit the searched text as feedback, and the submit dialog then selects the last visited board", async () => {
  const { server } = twoBoards();
  await openPage(server, "/board/projects");
  await page.getByRole("link", { name: /^All Feedback/ }).click();
  // Otherwise the text is typed into the search of the board.
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("All Feedback");
  await page.getByRole("combobox", { name: "Search feedback" }).fill("Offline mode");
  await page.getByRole("button", { name: "Submit “Offline mode” as new" }).click();
  await expect.element(title()).toHaveValue("Offline mode");
  expect(chosenIn(board())).toBe("Projects & Planning");
});
