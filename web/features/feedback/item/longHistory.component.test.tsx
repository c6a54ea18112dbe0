import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aComment, anItem, aStatusChange, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";

const ITEM = "/feedback/31";

const earlier = () => page.getByRole("button", { name: "Show earlier changes of status" });

/** Returns the status change with this number; the first status change has number 1. */
const no = (number: number) =>
  aStatusChange({ id: number, note: `No. ${String(number)}.`, createdAt: daysAgo(2) });

/**
 * Creates a server with an item, the status changes 'No. 1.' to 'No. {count}.' and a newer comment.
 */
function itemWithChanges(count: number) {
  const item = anItem({ commentsCount: 1 });
  const history = Array.from({ length: count }, (_, index) => no(index + 1));
  const comments = [aComment({ content: "Well", createdAt: daysAgo(1) })];
  const server = acmeServer(acmeData({ items: [item], comments, history }));
  const change = (number: number) => {
    history.push(no(number));
    server.publish({ kind: "status", feedbackId: item.id, boardId: item.boardId });
  };
  return { server, change };
}

/**
 * Returns the numbers of the displayed status changes in order. The note of the newest change is
 * not in the timeline, but below the item's description.
 */
const shown = () =>
  [...document.querySelectorAll("blockquote, aside[aria-label='Latest official note']")]
    .map(({ textContent }) => Number(/No\. (\d+)\./.exec(textContent)?.[1]))
    .toSorted((one, other) => one - other);

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const focusedText = () => document.activeElement?.textContent;

test("an item's page shows the newest hundred status changes, and all earlier changes can be loaded by keyboard", async () => {
  const { server, change } = itemWithChanges(205);
  await openPage(server, ITEM, { isLive: true });
  expect(shown()).toEqual(numbers(106, 205));
  await pressKeys(earlier(), "{Enter}");
  await expect.poll(shown).toEqual(numbers(6, 205));
  await expect.poll(focusedText).toContain("No. 6.");
  await pressKeys(earlier(), "{Enter}");
  await expect.poll(shown).toEqual(numbers(1, 205));
  await expect.poll(focusedText).toContain("No. 1.");
  await expect.element(earlier()).not.toBeInTheDocument();
  // A new status change does not remove the earlier changes that were loaded.
  change(206);
  await expect.poll(shown).toEqual(numbers(1, 206));
});

test("the oldest of a hundred displayed status changes stays displayed after another status change", async () => {
  const { server, change } = itemWithChanges(100);
  await openPage(server, ITEM, { isLive: true });
  expect(shown()).toEqual(numbers(1, 100));
  change(101);
  await expect.poll(shown).toEqual(numbers(1, 101));
});

test("if earlier status changes fail to load, one alert is shown, and 'Try again' loads the changes", async () => {
  const { server } = itemWithChanges(101);
  await openPage(server, ITEM);
  server.refuse(feedbackApi.history, 500, "Something went wrong");
  await pressKeys(earlier(), "{Enter}");
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("The changes of status could not be loaded.");
  expect(shown()).toEqual(numbers(2, 101));
  server.restore(feedbackApi.history);
  await pressKeys(page.getByRole("button", { name: "Try again" }), "{Enter}");
  await expect.poll(shown).toEqual(numbers(1, 101));
});
