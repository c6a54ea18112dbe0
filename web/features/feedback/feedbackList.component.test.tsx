import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { feedbackApi } from "#contract/feedback.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { aBoard, aCategory, anItem, daysAgo } from "#web/testing/fixtures.ts";
import { holdTimers } from "#web/testing/holdTimers.ts";
import { pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { focusOn, pressKeys } from "#web/testing/pressKeys.ts";

const cards = () => page.getByRole("article");
const search = () => page.getByRole("combobox", { name: "Search feedback" });
const select = (label: string) => page.getByLabelText(label, { exact: true });
const titles = () =>
  cards()
    .getByRole("heading")
    .elements()
    .map(({ textContent }) => textContent);

const projects = aBoard({ id: 22, name: "Projects", slug: "projects" });
const mobile = aCategory({ id: 61, name: "Mobile" });

/**
 * Creates a server for a visitor, with 45 items of different statuses and categories on two boards.
 */
function manyItems() {
  const statuses = ["planned", "new", "evaluating", "complete"] as const;
  const categories = ["improvement", "feature", "bug", "documentation", "improvement"] as const;
  const items = Array.from({ length: 45 }, (_, index) =>
    anItem({
      id: index + 1,
      title: `${index % 7 === 0 ? "Timer" : "Wish"} ${String(index + 1)}`,
      votes: 100 - index,
      status: statuses[index % statuses.length],
      category: categories[index % categories.length],
      boardId: index % 3 === 0 ? projects.id : 21,
      boardCategoryId: index % 5 === 0 ? mobile.id : null,
      commentsCount: index * 100,
      createdAt: daysAgo(index * 20),
    }),
  );
  const data = acmeData({ boards: [aBoard(), projects], categories: [mobile], items });
  return { items, server: acmeServer(data) };
}

test("a search is sent once after the user has paused typing, and is stored in the URL", async () => {
  const { server } = manyItems();
  const { address } = await openPage(server, "/feedback");
  const pass = holdTimers(200);
  await userEvent.type(search(), "TIMER");
  // The other searches are suggestions.
  const listed = () => server.calls(feedbackApi.list).filter(({ query }) => query.sort !== "match");
  pass(249);
  await server.settled();
  expect(listed()).toEqual([]);
  expect(address()).toBe("/feedback");
  pass(1);
  await expect
    .element(page.getByRole("main").getByRole("status").filter({ hasText: "results" }))
    .toHaveTextContent("7 results");
  expect(address()).toBe("/feedback?search=TIMER");
  expect(titles()).toHaveLength(7);
  for (const title of titles()) expect(title).toMatch(/timer/i);
  expect(listed().map(({ query }) => query.search)).toEqual(["TIMER"]);

  await page.getByRole("button", { name: "Clear search" }).click();
  await expect.element(search()).toHaveFocus();
  pass(250);
  await expect.element(cards()).toHaveLength(20);
  expect(address()).toBe("/feedback");
});

test("a navigation cancels a search that has not been sent yet", async () => {
  const { server } = manyItems();
  const { address } = await openPage(server, "/feedback");
  const pass = holdTimers(200);
  await userEvent.type(search(), "timer");
  const menu = page.getByRole("navigation", { name: "Main" });
  const link = menu.getByRole("link", { name: "Changelog" }).element();
  if (link instanceof HTMLElement) link.click();
  // Fires the search timer in the task of the click, so that the navigation is still pending.
  pass(250);
  expect(address()).toBe("/feedback");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Changelog");
  await server.settled();
  expect(address()).toBe("/changelog");
});

test("a search timer that fires during a navigation does not change the new page's URL", async () => {
  const { server } = manyItems();
  const { address } = await openPage(server, "/feedback?status=planned");
  const pass = holdTimers(200);
  const { pushState } = window.history;
  // Fires the search timer after the URL has changed and before the new page is rendered.
  vi.spyOn(window.history, "pushState").mockImplementation((...entry) => {
    pushState.apply(window.history, entry);
    queueMicrotask(() => pass(250));
  });
  await userEvent.type(search(), "timer");
  await expect.element(page.getByRole("listbox")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await cards().first().getByRole("link").first().click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Timer 1");
  await server.settled();
  expect(address()).toBe("/feedback/1?from=%2Ffeedback%3Fstatus%3Dplanned");
});

test("a search in the URL is displayed in the search field and sent unchanged, including % and _", async () => {
  const { items, server } = manyItems();
  Object.assign(items[0] ?? {}, { title: "Round to 5 %" });
  await openPage(server, "/feedback?search=%25");
  await expect.element(search()).toHaveValue("%");
  expect(titles()).toEqual(["Round to 5 %"]);
  for (const text of ["_", "%5%"]) {
    await openPage(server, `/feedback?search=${encodeURIComponent(text)}`);
    await expect.element(search()).toHaveValue(text);
    await expect.element(page.getByText("No matching feedback")).toBeVisible();
  }
});

test("feedback filters are stored in the URL, survive a reload and are undone by Back", async () => {
  const { server } = manyItems();
  const opened = await openPage(server, "/feedback");
  await select("Status").selectOptions("Planned");
  await expect.poll(opened.address).toContain("status=planned");
  await select("Category").selectOptions("Improvement");
  await expect.poll(opened.address).toContain("category=improvement");
  await select("Sort by").selectOptions("Most Recent");
  await expect.poll(opened.address).toContain("sort=date");
  const chosen = { status: "planned", category: "improvement", sort: "date" };
  const address = opened.address();
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual(chosen);
  expect(server.calls(feedbackApi.list).at(-1)?.query).toMatchObject({
    ...chosen,
    status: [chosen.status],
  });
  await expect.element(cards().first()).toMatchTextContent("Status: Planned");
  await expect.element(cards().first()).toMatchTextContent("Category: Improvement");
  const chips = page.getByRole("list").filter({ hasText: "Clear all" });
  await expect.element(chips).toMatchTextContent("Planned");

  await opened.reload();
  await expect.element(select("Status")).toHaveValue("planned");
  await expect.element(select("Sort by")).toHaveValue("date");
  const shown = titles();
  await cards().first().getByRole("link").first().click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(shown[0] ?? "");
  window.history.back();
  await expect.element(select("Category")).toHaveValue("improvement");
  expect(opened.address()).toBe(address);
  expect(titles()).toEqual(shown);

  window.history.back();
  await expect.element(select("Sort by")).toHaveValue("votes");
  window.history.back();
  await expect.element(select("Category")).toHaveValue("all");
  await page.getByRole("button", { name: "Remove filter Planned" }).click();
  await expect.element(select("Status")).toHaveValue("all");
  expect(opened.address()).toBe("/feedback");
});

test("feedback filters that are set in quick succession all take effect", async () => {
  const { server } = manyItems();
  await openPage(server, "/feedback");
  const chosen = { status: "planned", category: "improvement", sort: "date" };
  const form = page.getByRole("search", { name: "Feedback" }).element();
  // All filters are set in one task, before the first filter can change the URL.
  for (const [name, value] of Object.entries(chosen)) {
    const field = form.querySelector(`select[name="${name}"]`);
    if (!(field instanceof HTMLSelectElement)) throw new Error(`There is no select ${name}`);
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(window.location.search)))
    .toEqual(chosen);
});

test("after two of three filters are removed in quick succession, the remaining filter has the focus", async () => {
  const { server } = manyItems();
  const chosen = "/feedback?status=planned&category=improvement&boardCategoryId=61";
  const { address } = await openPage(server, chosen);
  const chip = (name: string) => page.getByRole("button", { name: `Remove filter ${name}` });
  await focusOn(chip("Planned"));
  // Both filters are removed in one task, before the first removal can change the URL.
  for (const removed of ["Planned", "Mobile"]) {
    const focused = document.activeElement;
    expect(focused).toHaveAccessibleName(`Remove filter ${removed}`);
    if (focused instanceof HTMLElement) focused.click();
  }
  await expect.poll(address).toBe("/feedback?category=improvement");
  await server.settled();
  await expect.element(chip("Improvement")).toHaveFocus();
});

test("board categories filter the list, and invalid filters in the URL are ignored", async () => {
  const { server } = manyItems();
  const { address } = await openPage(server, "/feedback");
  await page.getByRole("button", { name: "More filters" }).click();
  await select("Topic").selectOptions("Mobile");
  await expect.poll(address).toBe("/feedback?boardCategoryId=61");
  await expect.element(cards().first()).toMatchTextContent("Topic: Mobile");
  await openPage(server, "/feedback?boardCategoryId=999999&status=bogus&sort=sideways");
  await expect.element(cards()).toHaveLength(20);
});

test("'Load more' shows all items even if pages contain fewer items than requested", async () => {
  const { items, server } = manyItems();
  server.respond(feedbackApi.list, ({ query: { cursor } }) =>
    pageFrom(items, { limit: 16, cursor }),
  );
  await openPage(server, "/feedback");
  for (const count of [16, 32]) {
    await expect.element(cards()).toHaveLength(count);
    await pressKeys(page.getByRole("button", { name: "Load more" }), "{Enter}");
  }
  await expect.element(cards()).toHaveLength(45);
});

test("'Load more' works by keyboard and focuses the first newly loaded item", async () => {
  const { items, server } = manyItems();
  await openPage(server, "/feedback");
  await expect.element(cards()).toHaveLength(20);
  await pressKeys(page.getByRole("button", { name: "Load more" }), "{Enter}");
  await expect.element(cards()).toHaveLength(40);
  await expect.element(cards().nth(20).getByRole("link").first()).toHaveFocus();
  expect(titles()).toEqual(items.slice(0, 40).map(({ title }) => title));
});

test("scrolling near the end of a list prefetches its next page once", async () => {
  const { server } = manyItems();
  await openPage(server, "/feedback");
  page.getByRole("button", { name: "Load more" }).element().scrollIntoView();
  await server.called(feedbackApi.list);
  await server.settled();
  await expect.element(cards()).toHaveLength(20);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(cards()).toHaveLength(40);
  await server.settled();
  expect(server.calls(feedbackApi.list).map(({ query }) => query.cursor)).toEqual(["20"]);
});

test("a card opens the item's page, and the back link of this page returns to the filtered list", async () => {
  const { server } = manyItems();
  const list = "/board/projects?status=evaluating";
  const { address } = await openPage(server, list);
  await cards().first().getByRole("link").first().click();
  await page.getByRole("link", { name: "Back to Board" }).click();
  await expect.element(select("Status")).toHaveValue("evaluating");
  expect(address()).toBe(list);
});

test("the pointer over a card's date shows the exact time in the reader's time zone", async () => {
  const { server, items } = manyItems();
  await openPage(server, "/feedback");
  const time = cards().first().getByRole("time");
  await expect.element(time).toHaveAttribute("title", expect.stringMatching(/ UTC · /));
  await time.hover();
  const local = new Date(items[0]?.createdAt ?? "").toLocaleString("en", {
    dateStyle: "long",
    timeStyle: "short",
  });
  await expect.element(time).toHaveAttribute("title", expect.stringContaining(`${local} · `));
});

test("a click on a card outside the vote button opens the item, and no link contains a button", async () => {
  const { server } = manyItems();
  const { address } = await openPage(server, "/feedback");
  expect(document.querySelectorAll("a button, button a")).toHaveLength(0);
  await cards().first().getByRole("paragraph").first().click({ force: true });
  await expect.poll(address).toBe("/feedback/1?from=%2Ffeedback");
});

test("at window widths from 640 to 1,280 pixels, the visible filter selects are on one line, and the date of each card is beside a badge or at the start of a line", async () => {
  const { server } = manyItems();
  await openPage(server, "/feedback");
  for (const width of [640, 768, 850, 1024, 1056, 1120, 1280]) {
    await page.viewport(width, 900);
    expect(linesOfSelects(), `lines of selects at ${String(width)} px`).toEqual(
      width < 768 ? [] : [3],
    );
    const dates = cards().elements().map(placeOfDate);
    expect(dates, `dates at ${String(width)} px`).toEqual(dates.map(() => "in its place"));
    expect(dates.length).toBeGreaterThan(5);
  }
});

/** Returns the number of visible selects on each line. */
function linesOfSelects(): number[] {
  const form = page.getByRole("search", { name: "Feedback" }).element();
  const shown = [...form.querySelectorAll("select")].filter((field) => field.checkVisibility());
  const lines = Map.groupBy(shown, (field) => field.getBoundingClientRect().top);
  return [...lines.values()].map(({ length }) => length);
}

/**
 * Returns "in its place" if the date is beside a badge or at the start of a line, otherwise
 * "alone".
 */
function placeOfDate(card: Element): string {
  const time = card.querySelector("time");
  const date = time?.getBoundingClientRect();
  const badges = [...(time?.closest("div")?.children ?? [])].slice(0, -1);
  const boxes = badges.map((badge) => badge.getBoundingClientRect());
  const left = boxes[0]?.left ?? Number.NaN;
  const isBeside = boxes.some(({ top, bottom }) => date && top < date.bottom && bottom > date.top);
  return date && (isBeside || Math.abs(date.left - left) < 1) ? "in its place" : "alone";
}
