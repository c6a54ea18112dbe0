import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { CONNECTION_LOST } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const vote = () => page.getByRole("main").getByRole("button", { name: /^Vote for Dark mode/ });
const heading = () => page.getByRole("heading", { level: 1 });

/**
 * Creates a scripted server with one item and a signed-in customer. Tests change the item's votes
 * to simulate other users.
 */
function oneItem() {
  const item = anItem({ title: "Dark mode" });
  const data = acmeData({ user: aCustomer(), items: [item] });
  return { item, data, server: acmeServer(data) };
}

test("a vote is shown before the server responds, and the vote button is disabled", async () => {
  const { server } = oneItem();
  await openPage(server, "/feedback");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 0 votes");
  const goOn = server.holdRequest(feedbackApi.vote);
  await vote().click();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();
  goOn();
  await server.called(feedbackApi.list);
  await server.settled();
  await expect.element(vote()).toHaveAttribute("aria-pressed", "true");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();
});

test("on the page of an item that the viewer has voted for, the vote button is pressed and disabled", async () => {
  const { item, server } = oneItem();
  Object.assign(item, { votes: 1, hasVoted: true });
  await openPage(server, `/feedback/${String(item.id)}`);
  await expect.element(vote()).toHaveAttribute("aria-pressed", "true");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();
});

test("a refetch of the list does not undo a vote that is still being sent", async () => {
  const { item, server } = oneItem();
  await openPage(server, "/feedback", { isLive: true });
  const goOn = server.holdRequest(feedbackApi.vote);
  await vote().click();
  server.publish({ kind: "item", feedbackId: item.id + 1, boardId: item.boardId });
  await server.called(feedbackApi.list);
  await server.settled();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  goOn();
  await server.called(feedbackApi.list, 2);
  await server.settled();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
});

test("if a vote fails on the server, the vote is undone and a toast shows the error", async () => {
  const { server } = oneItem();
  server.refuse(feedbackApi.vote, 500, "Something went wrong");
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(shownToast()).toHaveTextContent("ErrorSomething went wrong");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 0 votes");
  await expect.element(vote()).toBeEnabled();
});

test("a vote can be repeated after a network error", async () => {
  const { server } = oneItem();
  server.breakConnection(feedbackApi.vote);
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(shownToast()).toMatchTextContent("Network error occurred");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 0 votes");
  server.restore(feedbackApi.vote);
  await vote().click();
  await expect.element(vote()).toBeDisabled();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
});

test("a vote that the server counted stays displayed even if the response is lost", async () => {
  const { item, server } = oneItem();
  server.respond(feedbackApi.vote, () => {
    Object.assign(item, { votes: 1, hasVoted: true });
    throw CONNECTION_LOST;
  });
  await openPage(server, "/feedback");
  await vote().click();
  await expect.element(shownToast()).toMatchTextContent("Network error occurred");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();
});

test("a vote refetches the list exactly once", async () => {
  const { server } = oneItem();
  await openPage(server, "/feedback");
  await vote().click();
  await server.called(feedbackApi.list);
  await server.settled();
  await expect.element(vote()).toBeDisabled();
  expect(server.calls(feedbackApi.list)).toHaveLength(1);
});

test("neither a vote on an item's page nor the live event about this vote refetches the item or a list", async () => {
  const { item, server } = oneItem();
  await openPage(server, `/feedback/${String(item.id)}`, { isLive: true });
  await vote().click();
  await server.called(feedbackApi.vote);
  await server.settled();
  const { id: feedbackId, boardId, votes } = item;
  const pass = holdTimers(100);
  server.publish({ kind: "vote", feedbackId, boardId, votes });
  // A refetch would start after this time.
  pass(1_000);
  await server.settled();
  await expect.element(vote()).toBeDisabled();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  for (const read of [feedbackApi.get, feedbackApi.list, feedbackApi.listOnBoard])
    expect(server.calls(read)).toEqual([]);
});

test("an item's page shows a vote that the server counted although the response was lost", async () => {
  const { item, server } = oneItem();
  server.respond(feedbackApi.vote, () => {
    Object.assign(item, { votes: 1, hasVoted: true });
    throw CONNECTION_LOST;
  });
  await openPage(server, `/feedback/${String(item.id)}`);
  await vote().click();
  await expect.element(shownToast()).toMatchTextContent("Network error occurred");
  await server.called(feedbackApi.get);
  await expect.element(vote()).toBeDisabled();
});

test("a vote on the roadmap is counted without opening the item", async () => {
  const { item, server } = oneItem();
  item.status = "evaluating";
  const { address } = await openPage(server, "/roadmap");
  const column = page.getByRole("region", { name: "Evaluating" });
  await column.getByRole("button", { name: "Vote for Dark mode, 0 votes" }).click();
  await expect
    .element(column.getByRole("button", { name: "Vote for Dark mode, 1 vote" }))
    .toBeDisabled();
  await server.settled();
  expect(address()).toBe("/roadmap");
});

test("an item's page shows a vote that was cast in the list and is still being sent", async () => {
  const { server } = oneItem();
  await openPage(server, "/feedback");
  const goOn = server.holdRequest(feedbackApi.vote);
  await vote().click();
  await page.getByRole("article").getByRole("link").first().click();
  await server.called(feedbackApi.get);
  await server.settled();
  await expect.element(heading()).toHaveTextContent("Dark mode");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();

  window.history.back();
  await expect.element(page.getByRole("article")).toBeVisible();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();
  goOn();
  await server.settled();

  window.history.forward();
  await expect.element(heading()).toHaveTextContent("Dark mode");
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 1 vote");
  await expect.element(vote()).toBeDisabled();
  expect(server.calls(feedbackApi.vote)).toHaveLength(1);
});

test("undoing a refused vote does not remove the votes of other users that were counted while the refused vote was being sent", async () => {
  const { item, server } = oneItem();
  await openPage(server, "/feedback", { isLive: true });
  server.refuse(feedbackApi.vote, 503, "Too busy");
  const refuse = server.holdRequest(feedbackApi.vote);
  await vote().click();
  item.votes = 2;
  server.publish({ kind: "vote", feedbackId: item.id, boardId: item.boardId, votes: 2 });
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 2 votes");
  // The refetch is delayed, so the displayed count must be correct without the refetch.
  const goOn = server.holdRequest(feedbackApi.list);
  refuse();
  await expect.element(shownToast()).toMatchTextContent("Too busy");
  await server.called(feedbackApi.list);
  await expect.element(vote()).toBeEnabled();
  await expect.element(vote()).toHaveAccessibleName("Vote for Dark mode, 2 votes");
  goOn();
});
