import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { commentsApi } from "#contract/comments.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aComment, aCustomer, anItem } from "#web/testing/fixtures.ts";
import { pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { CONTROL_ENTER, pressKeys } from "#web/testing/pressKeys.ts";

const ITEM = "/feedback/31";

const entries = () => page.getByRole("article", { name: /^Comment by/ });
const earlier = () => page.getByRole("button", { name: "Show earlier comments" });
const title = (count: number) => page.getByRole("heading", { name: `Comments (${String(count)})` });

/** Returns the comment with this number; the first comment has number 1. */
const no = (number: number) => aComment({ id: number, content: `No. ${String(number)}.` });

/**
 * Creates a server for a visitor, with an item and the comments 'No. 1.' to 'No. {count}.'. Returns
 * the server, its data, and functions that simulate other users who write and delete comments.
 */
function discussion(count: number) {
  const item = anItem({ commentsCount: count });
  const comments = Array.from({ length: count }, (_, index) => no(index + 1));
  const data = acmeData({ items: [item], comments });
  const server = acmeServer(data);
  const publish = (commentsCount: number | null) => {
    item.commentsCount = comments.length;
    server.publish({ kind: "comment", feedbackId: item.id, boardId: item.boardId, commentsCount });
  };
  return {
    data,
    server,
    write: (number: number) => publish(comments.push(no(number))),
    deleteLast: () => {
      comments.pop();
      publish(null);
    },
  };
}

async function pressEarlier(): Promise<void> {
  await pressKeys(earlier(), "{Enter}");
}

/**
 * Returns the numbers of the displayed comments in order. Reads the DOM directly, because a role
 * query would be slow for 200 entries.
 */
const shown = () =>
  [...document.querySelectorAll("[id^=comment-]")].flatMap(({ textContent }) => {
    const number = /No\. (\d+)\./.exec(textContent)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("a long discussion shows its newest hundred comments, and all earlier comments can be loaded by keyboard", async () => {
  const { server, write } = discussion(205);
  await openPage(server, ITEM, { isLive: true });
  await expect.element(title(205)).toBeVisible();
  expect(shown()).toEqual(numbers(106, 205));
  await pressEarlier();
  await expect.poll(shown).toEqual(numbers(6, 205));
  await expect.element(entries().first()).toHaveFocus();
  await pressEarlier();
  await expect.poll(shown).toEqual(numbers(1, 205));
  await expect.element(entries().first()).toHaveFocus();
  await expect.element(earlier()).not.toBeInTheDocument();
  // A new comment does not remove the loaded earlier comments.
  write(206);
  await expect.poll(shown).toEqual(numbers(1, 206));
  await expect.element(title(206)).toBeVisible();
});

test("loaded earlier comments stay when other users write and delete comments", async () => {
  const { server, write, deleteLast } = discussion(205);
  await openPage(server, ITEM, { isLive: true });
  await pressEarlier();
  await expect.poll(shown).toEqual(numbers(6, 205));
  write(206);
  await expect.poll(shown).toEqual(numbers(6, 206));
  deleteLast();
  await expect.poll(shown).toEqual(numbers(6, 205));
  write(207);
  await expect.poll(shown).toEqual([...numbers(6, 205), 207]);
  await pressEarlier();
  await expect.poll(shown).toEqual([...numbers(1, 205), 207]);
});

test("the oldest of a hundred displayed comments stays displayed when a new comment is written", async () => {
  const { server, write } = discussion(100);
  await openPage(server, ITEM, { isLive: true });
  expect(shown()).toEqual(numbers(1, 100));
  write(101);
  await expect.poll(shown).toEqual(numbers(1, 101));
});

test("all comments can be loaded, and stay loaded, even if responses contain fewer comments than requested", async () => {
  const { data, server, write } = discussion(40);
  server.respond(commentsApi.list, ({ query: { cursor } }) => {
    const response = pageFrom(data.comments.toReversed(), { limit: 15, cursor });
    return { ...response, items: response.items.toReversed() };
  });
  await openPage(server, ITEM, { isLive: true });
  expect(shown()).toEqual(numbers(26, 40));
  await pressEarlier();
  await expect.poll(shown).toEqual(numbers(11, 40));
  write(41);
  await expect.poll(shown).toEqual(numbers(11, 41));
  await pressEarlier();
  await expect.poll(shown).toEqual(numbers(1, 41));
});

test("if earlier comments fail to load, an alert is shown, and 'Try again' loads the comments", async () => {
  const { server } = discussion(101);
  await openPage(server, ITEM);
  server.refuse(commentsApi.list, 500, "Something went wrong");
  await pressEarlier();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to fetch comments");
  expect(shown()).toEqual(numbers(2, 101));
  server.restore(commentsApi.list);
  await pressKeys(page.getByRole("button", { name: "Try again" }), "{Enter}");
  await expect.poll(shown).toEqual(numbers(1, 101));
  await expect.element(entries().first()).toHaveFocus();
});

test("earlier comments can be loaded during a refetch of the shown comments", async () => {
  const { server, write } = discussion(103);
  await openPage(server, ITEM, { isLive: true });
  const goOn = server.holdRequest(commentsApi.list);
  write(104);
  await server.called(commentsApi.list);
  await pressEarlier();
  await expect.element(page.getByRole("button", { name: "Loading..." })).toBeVisible();
  goOn();
  await expect.poll(shown).toEqual(numbers(1, 104));
  await expect.element(entries().first()).toHaveFocus();
});

test("a new comment is displayed at the end of a long discussion and disappears when it is deleted", async () => {
  const { data, server } = discussion(101);
  data.user = aCustomer({ fullName: "Ada Lovelace" });
  await openPage(server, ITEM);
  await expect.element(title(101)).toBeVisible();
  await page.getByLabelText("Your comment").fill("Mine");
  await userEvent.keyboard(CONTROL_ENTER);
  const mine = page.getByRole("article", { name: "Comment by Ada Lovelace" });
  await expect.element(mine).toHaveFocus();
  await expect.element(entries().last()).toMatchTextContent("Mine");
  await expect.element(title(102)).toBeVisible();
  await page.getByRole("button", { name: "More about the comment by Ada Lovelace" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(mine).not.toBeInTheDocument();
  await expect.element(title(101)).toBeVisible();
});
