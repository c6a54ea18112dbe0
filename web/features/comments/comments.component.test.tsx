import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { commentsApi, NOT_EDITABLE } from "#contract/comments.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import {
  aBoard,
  aComment,
  aCustomer,
  anAdmin,
  anItem,
  aStatusChange,
  daysAgo,
} from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { CONTROL_ENTER, pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const ITEM = "/feedback/31";
const NOTHING = "No comments yet. Be the first to comment!";

const ada = aCustomer({ fullName: "Ada Lovelace" });
const grace = { username: "g•••", fullName: "Grace Hopper", pictureUrl: null };

const field = () => page.getByLabelText("Your comment");
const post = () => page.getByRole("button", { name: "Post comment" });
const posting = () => page.getByRole("button", { name: "Posting..." });
const commentBy = (name: string) => page.getByRole("article", { name: `Comment by ${name}` });
const title = (count: number) => page.getByRole("heading", { name: `Comments (${String(count)})` });
const menuOf = (name: string) =>
  page.getByRole("button", { name: `More about the comment by ${name}` });
/** Opens the dialog that deletes a comment. */
async function askToDelete(name: string): Promise<void> {
  await menuOf(name).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
}
const editButton = (name: string) => page.getByRole("button", { name: `Edit comment by ${name}` });
/** The field of the form that changes Ada's comment. */
const edited = () => commentBy("Ada Lovelace").getByRole("textbox");
const button = (name: string) => page.getByRole("button", { name });
const question = () => page.getByRole("alertdialog", { name: "Delete comment" });

/**
 * Creates a server with Ada signed in, an item and its comments. Ada wrote the comments 'Mine', and
 * Grace wrote the comments 'Hers'.
 */
function discussed(...contents: ("Mine" | "Hers")[]) {
  const comments = contents.map((content, index) =>
    aComment({
      id: index + 1,
      content,
      ...(content === "Mine" ? { userId: ada.id, user: ada } : { user: grace }),
    }),
  );
  const data = acmeData({
    user: ada,
    items: [anItem({ commentsCount: comments.length })],
    comments,
  });
  return { data, server: acmeServer(data) };
}

/** Like `discussed`, with comments of Ada that she can change until a time. */
function editable(until: string, ...contents: ("Mine" | "Hers")[]) {
  const { data, server } = discussed(...contents);
  for (const comment of data.comments) if (comment.userId === ada.id) comment.editableUntil = until;
  return { data, server };
}

test("an item without comments invites the user to comment and then shows the new comment", async () => {
  const { server } = discussed();
  await openPage(server, ITEM);
  await expect.element(page.getByText(NOTHING)).toBeVisible();
  await expect.element(title(0)).toBeVisible();
  await field().fill("First!\nSecond line.");
  await userEvent.keyboard(CONTROL_ENTER);
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent("First!");
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent("AL");
  await expect.element(title(1)).toBeVisible();
  await expect.element(page.getByText("1 comment", { exact: true })).toBeVisible();
  await expect.element(field()).toHaveValue("");
  expect(server.calls(commentsApi.create).map(({ body }) => body.content)).toEqual([
    "First!\nSecond line.",
  ]);
});

test("an item without comments but with an official note invites the user to comment", async () => {
  const { data, server } = discussed();
  data.history.push(aStatusChange({ note: "We start in May." }));
  await openPage(server, ITEM);
  await expect.element(page.getByText("We start in May.").first()).toBeVisible();
  await expect.element(title(0)).toBeVisible();
  await expect.element(page.getByText(NOTHING)).toBeVisible();
});

test("an empty comment is not sent, and the field shows an error", async () => {
  const { server } = discussed();
  await openPage(server, ITEM);
  await field().fill("   ");
  await post().click();
  await expect.element(field()).toHaveAccessibleDescription("Comment cannot be empty");
  await expect.element(field()).toHaveFocus();
  expect(server.calls(commentsApi.create)).toEqual([]);
});

test("the text of a comment that fails to send stays in the field, even after a reload, until the comment is posted", async () => {
  const { server } = discussed();
  let { reload } = await openPage(server, ITEM);
  await field().fill("Worth keeping");
  server.refuse(commentsApi.create, 500, "Something went wrong");
  await post().click();
  await expect.element(shownToast()).toMatchTextContent("Something went wrong");
  await expect.element(field()).toHaveValue("Worth keeping");
  server.restore(commentsApi.create);
  ({ reload } = await reload());
  await expect.element(field()).toHaveValue("Worth keeping");
  await post().click();
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent("Worth keeping");
  await reload();
  await expect.element(field()).toHaveValue("");
});

test("customers can delete their own comments after a confirmation, but not the comments of other users", async () => {
  const { server } = discussed("Mine", "Hers");
  await openPage(server, ITEM);
  await expect.element(commentBy("Grace Hopper")).toBeVisible();
  await menuOf("Grace Hopper").click();
  await expect.element(page.getByRole("menuitem")).toHaveTextContent("Report…");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await askToDelete("Ada Lovelace");
  await expect.element(question()).toBeVisible();
  expect(server.calls(commentsApi.remove)).toEqual([]);
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(commentBy("Ada Lovelace")).not.toBeInTheDocument();
  await expect.element(title(1)).toHaveFocus();
});

test("an admin can delete a customer's comment", async () => {
  const { data, server } = discussed("Hers");
  data.user = anAdmin();
  await openPage(server, ITEM);
  await askToDelete("Grace Hopper");
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText(NOTHING)).toBeVisible();
});

test("deleting a comment that another user has already deleted shows a toast and removes the comment", async () => {
  const { data, server } = discussed("Mine");
  await openPage(server, ITEM);
  data.comments.length = 0;
  await askToDelete("Ada Lovelace");
  await question().getByRole("button", { name: "Delete" }).click();
  await expect.element(shownToast()).toMatchTextContent("Comment not found");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(page.getByText(NOTHING)).toBeVisible();
  await expect.element(title(0)).toHaveFocus();
});

test("a page without live updates shows other users' comments within 31 seconds", async () => {
  const { data, server } = discussed();
  const pass = holdTimers(1_000);
  await openPage(server, ITEM);
  data.comments.push(aComment({ content: "Out of the blue" }));
  pass(29_000);
  await server.settled();
  expect(server.calls(commentsApi.list)).toEqual([]);
  pass(1_000);
  await expect.element(page.getByText("Out of the blue")).toBeVisible();
  await expect.element(title(1)).toBeVisible();
});

test("if the comments fail to load, an alert is shown, and 'Try again' loads the comments", async () => {
  const { server } = discussed();
  server.refuse(commentsApi.list, 500, "Something went wrong");
  await openPage(server, "/feedback");
  await page.getByRole("article").getByRole("link").first().click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to fetch comments");
  server.restore(commentsApi.list);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText(NOTHING)).toBeVisible();
});

/** Leaves the item's page by opening the changelog. */
async function leave(): Promise<void> {
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Changelog" })
    .click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
}

test("a user who leaves and reopens the item's page while a comment is being posted cannot post the comment twice", async () => {
  const { data, server } = discussed();
  const { reload } = await openPage(server, ITEM);
  await field().fill("Only once");
  const goOn = server.holdRequest(commentsApi.create);
  await post().click();
  await expect.element(posting()).toBeVisible();
  await leave();
  window.history.back();
  await expect.element(field()).toHaveValue("Only once");
  await expect.element(posting()).toBeVisible();
  await pressKeys(field(), CONTROL_ENTER);
  await leave();
  window.history.back();
  await expect.element(field()).toHaveValue("Only once");
  goOn();
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent(/Only onceAnswer$/);
  await expect.element(commentBy("Ada Lovelace")).toHaveFocus();
  await expect.element(field()).toHaveValue("");
  await expect.element(post()).toBeVisible();
  await server.settled();
  expect(data.comments.map(({ content }) => content)).toEqual(["Only once"]);
  await reload();
  await expect.element(field()).toHaveValue("");
});

test("if a user leaves and reopens an item's page while a comment is being posted, text that the user then types stays in the field", async () => {
  const { server } = discussed();
  const { reload } = await openPage(server, ITEM);
  await field().fill("First thought");
  const goOn = server.holdRequest(commentsApi.create);
  await post().click();
  await leave();
  window.history.back();
  await expect.element(field()).toBeVisible();
  await pressKeys(field(), "{End}, and a second one");
  goOn();
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent(/First thoughtAnswer$/);
  await expect.element(field()).toHaveValue("First thought, and a second one");
  await reload();
  await expect.element(field()).toHaveValue("First thought, and a second one");
});

test("text typed while a comment is being posted stays in the field, even after a reload", async () => {
  const { server } = discussed();
  const { reload } = await openPage(server, ITEM);
  await field().fill("First thought");
  const goOn = server.holdRequest(commentsApi.create);
  await post().click();
  await expect.element(posting()).toBeVisible();
  await pressKeys(field(), "{End}, and a second one");
  goOn();
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent(/First thoughtAnswer$/);
  await expect.element(post()).toBeVisible();
  await expect.element(field()).toHaveValue("First thought, and a second one");
  await reload();
  await expect.element(field()).toHaveValue("First thought, and a second one");
});

test("once a comment is posted, its draft is deleted, even if the user has left the item's page meanwhile", async () => {
  const { server } = discussed();
  const { address } = await openPage(server, ITEM);
  await field().fill("Said in passing");
  const goOn = server.holdRequest(commentsApi.create);
  await post().click();
  await leave();
  goOn();
  await server.settled();
  expect(address()).toBe("/changelog");
  window.history.back();
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent(/Said in passingAnswer$/);
  await expect.element(field()).toHaveValue("");
});

test("an author changes a comment, and the comment is marked as edited", async () => {
  const { server } = editable(daysAgo(-0.01), "Mine", "Hers");
  await openPage(server, ITEM);
  await expect.element(editButton("Grace Hopper")).not.toBeInTheDocument();
  await editButton("Ada Lovelace").click();
  await expect.element(edited()).toHaveFocus();
  await expect.element(edited()).toHaveValue("Mine");
  await edited().fill(" ");
  await userEvent.keyboard(CONTROL_ENTER);
  await expect.element(edited()).toHaveAccessibleDescription("Comment cannot be empty");
  await edited().fill("Still mine");
  await userEvent.keyboard(CONTROL_ENTER);
  await expect.element(commentBy("Ada Lovelace")).toHaveFocus();
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent(/edited.*Still mineAnswer$/);
  await expect.element(commentBy("Grace Hopper")).not.toMatchTextContent("edited");
});

test("if the time for changes is over, the server's message is shown and the text stays in the form", async () => {
  const { server } = editable(daysAgo(-0.01), "Mine");
  server.refuse(commentsApi.edit, 409, NOT_EDITABLE);
  await openPage(server, ITEM);
  await editButton("Ada Lovelace").click();
  await edited().fill("Too late");
  await userEvent.keyboard(CONTROL_ENTER);
  await expect.element(shownToast()).toMatchTextContent("This comment can no longer be changed");
  await expect.element(edited()).toHaveValue("Too late");
  await button("Cancel").click();
  await expect.element(commentBy("Ada Lovelace")).toHaveFocus();
  await expect.element(commentBy("Ada Lovelace")).toMatchTextContent(/MineAnswer$/);
});

test("a comment that can no longer be changed has no button for it", async () => {
  const { server } = editable(daysAgo(0.01), "Mine");
  await openPage(server, ITEM);
  await expect.element(menuOf("Ada Lovelace")).toBeVisible();
  await expect.element(editButton("Ada Lovelace")).not.toBeInTheDocument();
});

test("the comment that the URL names stays in the window while content above it grows, until the user scrolls", async () => {
  const { data, server } = discussed("Hers");
  await openPage(server, `${ITEM}#comment-1`, { isLive: true });
  await server.hasSubscriber();
  const comment = commentBy("Grace Hopper");
  await expect.element(comment).toHaveFocus();
  const describe = async (lines: number) => {
    const description = `${String(lines)} lines.\n${"A line.\n".repeat(lines)}`;
    for (const item of data.items) item.description = description;
    server.publish({ kind: "item", feedbackId: 31, boardId: aBoard().id });
    await expect.element(page.getByRole("main")).toMatchTextContent(`${String(lines)} lines.`);
  };
  await describe(80);
  await expect.element(comment).toBeInViewport();
  await userEvent.wheel(page.getByRole("main"), { delta: { y: -100_000 } });
  await expect.poll(() => window.scrollY).toBe(0);
  await describe(120);
  await expect.element(comment).not.toBeInViewport();
});
