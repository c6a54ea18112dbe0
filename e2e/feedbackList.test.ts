import type { Page } from "@playwright/test";
import { acme } from "./support/accounts.ts";
import { FEEDBACK_LIST } from "./support/apiCalls.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { withoutLiveUpdates } from "./support/withoutLiveUpdates.ts";

/** The searches that the page asks the server for. */
function searchesOf(page: Page): (string | null)[] {
  const searches: (string | null)[] = [];
  page.on("request", (request) => {
    if (FEEDBACK_LIST.test(request.url()))
      searches.push(new URL(request.url()).searchParams.get("search"));
  });
  return searches;
}

const search = (page: Page) => page.getByRole("searchbox", { name: "Search feedback" });
const titles = (page: Page) => page.getByRole("article").getByRole("heading").allTextContents();

test("search waits for the end of typing, asks once and stands in the address", async ({
  open,
}) => {
  const page = await open(acme);
  await withoutLiveUpdates(page);
  await goTo(page, "/feedback");
  const searches = searchesOf(page);
  await search(page).pressSequentially("TIMER", { delay: 30 });
  await expect(page).toHaveURL(/\/feedback\?search=TIMER$/);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^\d+ results?$/);
  await expect(page.getByRole("article").first()).toContainText(/timer/i);
  for (const card of await page.getByRole("article").all())
    await expect(card).toContainText(/timer/i);
  expect(searches).toEqual(["TIMER"]);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(search(page)).toBeFocused();
  await expect(page.getByRole("article")).toHaveCount(20);
  await expect.poll(() => addressOf(page)).toBe("/feedback");
});

test("between phone and desk nothing of the list stands alone on a line", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  for (const width of [640, 768, 850, 1024, 1056, 1120, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await page
      .getByRole("search", { name: "Feedback" })
      .locator("select:visible")
      .evaluateAll((all) => all.map((select) => select.getBoundingClientRect().top));
    expect(tops).toHaveLength(width < 768 ? 0 : 4);
    expect(new Set(tops).size, `lines of selects at ${String(width)} px`).toBeLessThan(2);
    const lines = await page.getByRole("article").evaluateAll((cards) =>
      cards.map((card) => {
        const date = card.querySelector("time")?.getBoundingClientRect();
        const badges = [...(card.querySelector("time")?.closest("div")?.children ?? [])].slice(
          0,
          -1,
        );
        const boxes = badges.map((badge) => badge.getBoundingClientRect());
        const left = boxes[0]?.left ?? Number.NaN;
        const isBeside = boxes.some(
          ({ top, bottom }) => date && top < date.bottom && bottom > date.top,
        );
        return date && (isBeside || Math.abs(date.left - left) < 1) ? "in its place" : "alone";
      }),
    );
    expect(lines, `dates at ${String(width)} px`).toEqual(lines.map(() => "in its place"));
    expect(lines.length).toBeGreaterThan(5);
  }
});

test("a search means what it says: % and _ are characters like any other", async ({ open }) => {
  const page = await open(acme);
  for (const text of ["%", "_", "%timer%"]) {
    await goTo(page, `/feedback?search=${encodeURIComponent(text)}`);
    await expect(search(page)).toHaveValue(text);
    for (const card of await page.getByRole("article").all())
      await expect(card).toContainText(text);
  }
  await expect(page.getByText("No matching feedback")).toBeVisible();
});

test("filters stand in the address, survive a reload and go back with Back", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Planned" });
  await expect(page).toHaveURL(/status=planned/);
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "Improvement" });
  await expect(page).toHaveURL(/category=improvement/);
  await page.getByLabel("Sort by").selectOption({ label: "Most Recent" });
  await expect(page).toHaveURL(/sort=date/);
  const chosen = addressOf(page);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    status: "planned",
    category: "improvement",
    sort: "date",
  });
  const card = page.getByRole("article").first();
  await expect(card).toContainText("Status: Planned");
  await expect(card).toContainText("Category: Improvement");
  await expect(page.getByRole("list").filter({ hasText: "Clear filters" })).toContainText(
    "Planned",
  );

  await page.reload();
  await untilHydrated(page);
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("planned");
  await expect(page.getByLabel("Sort by")).toHaveValue("date");
  const shown = await titles(page);
  await card.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shown[0] ?? "");
  await page.goBack();
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("improvement");
  await expect.poll(() => addressOf(page)).toBe(chosen);
  expect(await titles(page)).toEqual(shown);

  await page.goBack();
  await expect(page.getByLabel("Sort by")).toHaveValue("votes");
  await page.goBack();
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("all");
  await page.getByRole("button", { name: "Remove filter Planned" }).click();
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("all");
  await expect.poll(() => addressOf(page)).toBe("/feedback");
});

test("filters set in quick succession all count", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  // In one go, before the address can have followed the first.
  await page.getByRole("search").evaluate((form) => {
    for (const [name, value] of [
      ["status", "planned"],
      ["category", "improvement"],
      ["sort", "date"],
    ] as const) {
      const select = form.querySelector(`select[name="${name}"]`) as HTMLSelectElement;
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  await expect(page).toHaveURL(/sort=date/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    status: "planned",
    category: "improvement",
    sort: "date",
  });
});

test("the order is by votes first, by date when asked", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  const votes = (await page.getByRole("article").getByRole("button").allTextContents()).map(Number);
  expect(votes).toEqual(votes.toSorted((a, b) => b - a));
  await goTo(page, "/feedback?sort=date");
  const times = page.getByRole("article").locator("time");
  const dates = await times.evaluateAll((all) =>
    all.map((time) => time.getAttribute("datetime") ?? ""),
  );
  expect(dates).toHaveLength(20);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test("the company's own categories filter too, and an unknown one is left out", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await page.getByLabel("Board category").selectOption({ label: "Mobile" });
  await expect(page).toHaveURL(/boardCategoryId=\d+$/);
  await expect(page.getByRole("article").first()).toContainText("Board category: Mobile");
  await goTo(page, "/feedback?boardCategoryId=999999&status=bogus&sort=sideways");
  await expect(page.getByRole("article")).toHaveCount(20);
});

test("Load more works by keyboard and goes on at the first new item", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(20);
  const firstTitles = await titles(page);
  await page.getByRole("button", { name: "Load more" }).focus();
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(40);
  await expect(cards.nth(20).getByRole("link").first()).toBeFocused();
  const allTitles = await titles(page);
  expect(allTitles.slice(0, 20)).toEqual(firstTitles);
  expect(new Set(allTitles).size).toBe(40);
});

test("the next page is fetched ahead, once, when the end comes near", async ({ open }) => {
  const page = await open(acme);
  await withoutLiveUpdates(page);
  await goTo(page, "/feedback");
  const cursors: (string | null)[] = [];
  page.on("request", (request) => {
    if (FEEDBACK_LIST.test(request.url()))
      cursors.push(new URL(request.url()).searchParams.get("cursor"));
  });
  const fetched = page.waitForResponse(FEEDBACK_LIST);
  await page.getByRole("button", { name: "Load more" }).scrollIntoViewIfNeeded();
  await fetched;
  await expect(page.getByRole("article")).toHaveCount(20);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("article")).toHaveCount(40);
  // Whatever the press asked for besides, is on its way by then.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
  );
  expect(cursors).toEqual([expect.stringMatching(/./)]);
});

test("a card leads to its item with the way back to this very list", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/board/time-tracking?status=evaluating");
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page.getByRole("link", { name: "Back to Board" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Board" }).click();
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("evaluating");
  await expect.poll(() => addressOf(page)).toBe("/board/time-tracking?status=evaluating");
});

test("the vote button of a card is no part of its link", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  expect(await page.locator("a button, button a").count()).toBe(0);
  await page.getByRole("article").first().getByRole("paragraph").first().click({ force: true });
  await expect(page).toHaveURL(/\/feedback\/\d+\?from=%2Ffeedback$/);
});
