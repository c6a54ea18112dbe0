import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { boardsApi } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import {
  aBoard,
  acme,
  aCustomer,
  anAdmin,
  anItem,
  pageOf,
  portalOf,
} from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { Refusal } from "#web/testing/ScriptedServer.ts";

const cards = () => page.getByRole("article");
const button = (name: string | RegExp) => page.getByRole("button", { name });
const alert = () => page.getByRole("alert");
const planned = () => page.getByRole("region", { name: "Planned", exact: true });

/**
 * Creates a server with a signed-in customer and `count` items. A page of a list contains twenty
 * items.
 */
function manyItems(count: number, changes: Partial<FeedbackItem> = {}) {
  const items = Array.from({ length: count }, (_, index) =>
    anItem({ id: index + 1, title: `Wish ${String(index + 1)}`, votes: 1000 - index, ...changes }),
  );
  const data = acmeData({ user: aCustomer(), items });
  return { items, server: acmeServer(data) };
}

test("feedback list, roadmap and changelog of a company without boards and items show their empty states", async () => {
  const atProduct = portalOf(null, { tenantId: acme.id });
  for (const view of [
    { user: null },
    { user: anAdmin() },
    { user: anAdmin(), portal: atProduct },
  ]) {
    const server = acmeServer(acmeData({ ...view, boards: [] }));
    await openPage(server, "/feedback");
    await expect.element(page.getByText("No feedback yet")).toBeVisible();
    await openPage(server, "/roadmap");
    const title = view.user ? "Set up your portal" : "Nothing on the roadmap yet";
    await expect.element(page.getByText(title)).toBeVisible();
    for (const name of ["Evaluating", "Planned", "Under Development", "Complete"]) {
      const column = page.getByRole("region", { name, exact: true });
      await expect.element(column).toMatchTextContent("0 items");
    }
    await openPage(server, "/changelog");
    await expect.element(page.getByText("No completed items yet")).toBeVisible();
    await expect.element(page.getByRole("navigation", { name: "Labels" })).not.toBeInTheDocument();
  }
});

test("the number of results ends in a plus if the server stops counting at 1,000 items", async () => {
  const { items, server } = manyItems(20);
  server.respond(feedbackApi.list, () => pageOf(items, { total: 1000 }));
  for (const [query, text] of [
    ["", "1,000 results"],
    ["?search=wish", "1,000+ results"],
    ["?state=closed", "1,000+ results"],
    ["?state=closed&mine=submitted", "1,000 results"],
  ] as const) {
    await openPage(server, `/feedback${query}`);
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test("a search without results has an empty state, and 'Clear filters' shows all items again", async () => {
  const { server } = manyItems(20);
  const { address } = await openPage(server, "/feedback?search=zzz-not-there&status=planned");
  await expect.element(page.getByText("No matching feedback")).toBeVisible();
  await expect.element(page.getByText("0 results")).not.toBeInTheDocument();
  await button("Clear filters").last().click();
  await expect.element(cards()).toHaveLength(20);
  await expect.element(page.getByRole("combobox", { name: "Search feedback" })).toHaveValue("");
  expect(address()).toBe("/feedback");
});

test("if a list fails to load because of a server error, an alert is shown, and 'Try again' loads the list", async () => {
  const { items, server } = manyItems(3);
  Object.assign(items[1] ?? {}, { status: "planned" });
  await openPage(server, "/feedback");
  server.refuse(feedbackApi.list, 500, "Something went wrong");
  await page.getByLabelText("Status", { exact: true }).selectOptions("Planned");
  await expect.element(alert()).toMatchTextContent("Something went wrong");
  server.restore(feedbackApi.list);
  await pressKeys(alert().getByRole("button", { name: "Try again" }), "{Enter}");
  await expect.element(cards()).toMatchTextContent("Status: Planned");
  await expect.element(alert()).not.toBeInTheDocument();
  await expect.element(page.getByRole("main")).toHaveFocus();
});

test("if a list fails to load because of a network error, an alert is shown, and 'Try again' loads the list", async () => {
  const { server } = manyItems(3);
  await openPage(server, "/feedback");
  server.breakConnection(feedbackApi.list);
  await page.getByRole("combobox", { name: "Search feedback" }).fill("wish 2");
  await expect.element(alert()).toMatchTextContent("Network error occurred");
  server.restore(feedbackApi.list);
  await button("Try again").click();
  await expect.element(cards()).toMatchTextContent("Wish 2");
});

test("if the boards and the list fail to load, a single button 'Try again' loads both", async () => {
  const { server } = manyItems(3);
  for (const endpoint of [boardsApi.list, feedbackApi.list])
    server.refuse(endpoint, 500, "Something went wrong");
  await openPage(server, "/feedback");
  await expect.element(page.getByRole("main")).toMatchTextContent("Failed to fetch boards");
  await expect.element(button("Try again")).toHaveLength(1);
  for (const endpoint of [boardsApi.list, feedbackApi.list]) server.restore(endpoint);
  await button("Try again").click();
  await expect.element(cards()).toHaveLength(3);
  await expect.element(page.getByRole("main")).not.toMatchTextContent("Failed to fetch boards");
});

test("a list shows skeleton cards while it is loaded for the first time", async () => {
  const { server } = manyItems(20);
  await openPage(server, "/changelog");
  const goOn = server.holdRequest(feedbackApi.list);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Feedback" })
    .click();
  await expect.element(page.getByText("Loading feedback")).toBeInTheDocument();
  goOn();
  await expect.element(cards()).toHaveLength(20);
  await expect.element(page.getByText("Loading feedback")).not.toBeInTheDocument();
});

test("if the next page of a list fails to load, the loaded items stay, and a button 'Try again' is shown", async () => {
  const { server } = manyItems(45);
  await openPage(server, "/feedback");
  server.refuse(feedbackApi.list, 500, "Something went wrong");
  await button("Load more").click();
  await expect.element(alert()).toMatchTextContent("Something went wrong");
  await expect.element(cards()).toHaveLength(20);
  server.restore(feedbackApi.list);
  await button("Try again").click();
  await expect.element(cards()).toHaveLength(40);
});

test("a refetch of a list also loads the next page if that page had failed to load", async () => {
  const { server } = manyItems(45);
  await openPage(server, "/feedback", { isLive: true });
  server.respond(feedbackApi.list, ({ query }, before) => {
    if (query.cursor !== undefined) throw new Refusal(500, "Something went wrong");
    return before();
  });
  await button("Load more").click();
  await expect.element(button("Try again")).toBeVisible();
  server.restore(feedbackApi.list);
  server.publish({ kind: "item", feedbackId: 1, boardId: 21 });
  await expect.element(cards()).toHaveLength(40);
  await expect.element(button("Load more")).toBeVisible();
});

test("a vote that is counted while the next page is loading does not cancel the request for that page", async () => {
  const { server } = manyItems(45);
  await openPage(server, "/feedback");
  const countVote = server.holdRequest(feedbackApi.vote);
  const sendPage = server.holdRequest(feedbackApi.list, ({ query }) => query.cursor !== undefined);
  await button(/^Vote for Wish 1,/).click();
  await button("Load more").click();
  await expect.element(button("Loading...")).toBeVisible();
  countVote();
  await server.called(feedbackApi.list, 2);
  await server.settled();
  sendPage();
  await expect.element(cards()).toHaveLength(40);
  await expect.element(button("Load more")).toBeVisible();
});

test("a vote on the roadmap does not cancel the request for the next page of a column", async () => {
  const { server } = manyItems(21, { status: "planned" });
  await openPage(server, "/roadmap");
  const countVote = server.holdRequest(feedbackApi.vote);
  const sendPage = server.holdRequest(feedbackApi.list, ({ query }) => query.cursor !== undefined);
  await planned()
    .getByRole("button", { name: /^Vote for Wish 1,/ })
    .click();
  await planned()
    .getByRole("button", { name: /^Load more/ })
    .click();
  await expect.element(planned().getByRole("button", { name: /^Loading\.\.\./ })).toBeVisible();
  const before = server.calls(feedbackApi.list).length;
  countVote();
  await server.called(feedbackApi.list, before + 1);
  await server.settled();
  sendPage();
  await expect.element(planned().getByRole("article")).toHaveLength(21);
  await expect.element(planned().getByRole("button", { name: /^Load/ })).not.toBeInTheDocument();
});

test("'Load more' on the roadmap waits until a refetch of the column has finished", async () => {
  const { items, server } = manyItems(21, { status: "planned" });
  await openPage(server, "/roadmap", { isLive: true });
  const answer = server.holdRequest(feedbackApi.list, ({ query }) => query.cursor === undefined);
  const newest = anItem({ id: 22, title: "Renamed", status: "planned" });
  items.splice(20, 1, newest);
  server.publish({ kind: "item", feedbackId: newest.id, boardId: newest.boardId });
  await server.called(feedbackApi.list);
  await planned()
    .getByRole("button", { name: /^Load more/ })
    .click();
  await expect.element(planned().getByRole("button", { name: /^Loading\.\.\./ })).toBeVisible();
  answer();
  await expect.element(planned().getByRole("article")).toHaveLength(21);
  await expect.element(planned().getByRole("heading", { name: "Renamed" })).toBeVisible();
});

test("an item of a private board is marked with a lock in lists and in the changelog, and the changelog shows the item's completion note", async () => {
  const item = anItem({ boardId: 22, status: "complete", completionNote: "Out since today" });
  const boards = [aBoard({ id: 22, name: "Backlog", slug: "backlog", isPrivate: true })];
  const server = acmeServer(acmeData({ user: anAdmin(), boards, items: [item] }));
  for (const path of ["/feedback", "/board/backlog", "/changelog"]) {
    await openPage(server, path);
    await expect.element(cards()).toMatchTextContent("Private: Dark mode");
  }
  await expect.element(cards()).toMatchTextContent(/Completed on .*Out since todaySaid by a test/);
});
