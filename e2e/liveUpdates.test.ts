import type { Page } from "@playwright/test";
import { boardsApi } from "#contract/boards.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { SignedIn } from "./support/accounts.ts";
import { acme, newCompany, newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { FEEDBACK_LIST } from "./support/apiCalls.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const STREAM = /\/api\/events\?/;
const BOARDS = /\/api\/boards$/;
const COMMENTS = /\/api\/feedback\/\d+\/comments(?:\?|$)/;

const voteFor = (page: Page, title: string) =>
  page.getByRole("main").getByRole("button", { name: `Vote for ${title}` });
const listOf = (title: string) => `/feedback?search=${encodeURIComponent(title)}`;
const vote = (by: SignedIn, id: number) => callApi(by, feedbackApi.vote, { params: { id } });
const comment = (by: SignedIn, id: number, content: string) =>
  callApi(by, commentsApi.create, { params: { id }, body: { content } });

/** Opens a page and waits until it has subscribed to live updates. */
async function goLive(page: Page, path: string): Promise<void> {
  const listening = page.waitForResponse(STREAM);
  await goTo(page, path);
  expect((await listening).status()).toBe(200);
}

/** Creates a company with one board and one customer. */
async function newPortal() {
  const { company, admin } = await newCompany();
  const { body: board } = await callApi(admin, boardsApi.create, {
    body: { name: "Ideas", slug: "ideas" },
  });
  const customer = await newCustomer(company);
  return { company, admin, board, customer };
}

test("votes, comments, status changes and new items of other users appear without a reload", async ({
  open,
}) => {
  const { company, admin, board, customer } = await newPortal();
  const { id, title } = await newItem(customer);
  const [list, detail] = [await open(company), await open(await newCustomer(company))];
  await Promise.all([goLive(list, "/feedback"), goLive(detail, `/feedback/${String(id)}`)]);
  let fetched = 0;
  list.on("request", (request) => (fetched += FEEDBACK_LIST.test(request.url()) ? 1 : 0));

  await vote(customer, id);
  await expect(voteFor(list, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(detail, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(detail, title)).toBeEnabled();

  await comment(customer, id, "Heard at once");
  await expect(detail.getByText("Heard at once")).toBeVisible();
  await expect(detail.getByRole("heading", { name: "Comments (1)" })).toBeVisible();
  await expect(list.getByText("1 comment")).toBeVisible();
  // The events contain the new counts, so the list is not fetched again.
  expect(fetched).toBe(0);

  await callApi(admin, feedbackApi.update, { params: { id }, body: { status: "planned" } });
  await expect(list.getByRole("article").getByText("Planned")).toBeVisible();
  await expect(detail.getByRole("main").getByText("Planned").first()).toBeVisible();

  const another = newTitle();
  const body = { title: another, description: "D", boardId: board.id };
  await callApi(customer, feedbackApi.create, { body });
  await expect(list.getByRole("link", { name: another })).toBeVisible();
});

test("a live status change moves the item on the roadmap and adds it to the changelog", async ({
  open,
}) => {
  const { company, admin, customer } = await newPortal();
  const { id, title } = await newItem(customer);
  const [roadmap, changelog] = [await open(company), await open(company)];
  await Promise.all([goLive(roadmap, "/roadmap"), goLive(changelog, "/changelog")]);
  await expect(changelog.getByText("No completed items yet")).toBeVisible();
  await callApi(admin, feedbackApi.update, { params: { id }, body: { status: "complete" } });
  await expect(roadmap.getByRole("region", { name: "Complete" }).getByText(title)).toBeVisible();
  await expect(changelog.getByText(title)).toBeVisible();
});

test("a page shows a vote that is cast after the page was rendered and before it subscribes to live updates", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(acme);
  const held = Promise.withResolvers<undefined>();
  await page.route(STREAM, async (route) => {
    await held.promise;
    await route.continue();
  });
  await goTo(page, listOf(title));
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 0 votes`);
  await vote(customer, id);
  held.resolve(undefined);
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
});

test("a list keeps its scroll position and focus when a live update adds an item above", async ({
  open,
}) => {
  const { company, customer, board } = await newPortal();
  for (let n = 0; n < 12; n += 1) await newItem(customer);
  const page = await open(company);
  await goLive(page, "/feedback?sort=date");
  const read = page.getByRole("main").getByRole("article").nth(8);
  const title = await read.getByRole("link").first().textContent();
  const link = page.getByRole("link", { name: title ?? "", exact: true });
  await link.focus();
  const before = (await link.boundingBox())?.y ?? 0;
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const body = { title: newTitle(), description: "D", boardId: board.id };
  await callApi(customer, feedbackApi.create, { body });
  await expect(page.getByRole("link", { name: body.title })).toBeAttached();
  // The browser's scroll anchoring takes effect with the next frame.
  await expect
    .poll(async () => Math.abs(((await link.boundingBox())?.y ?? 0) - before))
    .toBeLessThan(2);
  await expect(link).toBeFocused();
  // The new count is shown but not announced, because the user did not start a search.
  const count = page.getByText("13 results");
  await expect(count).toHaveAttribute("aria-live", "off");
  await page.getByLabel("Search").fill(body.title);
  await expect(page.getByText("1 result", { exact: true })).toHaveAttribute("aria-live", "polite");
});

test("comments are fetched every 30 seconds while the event stream is disconnected, and not while it is connected", async ({
  open,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(acme);
  await page.clock.install();
  await page.route(STREAM, (route) => route.abort());
  const failed = page.waitForRequest(STREAM);
  await goTo(page, `/feedback/${String(id)}`);
  await page.clock.runFor(2_000);
  await failed;
  let polls = 0;
  page.on("request", (request) => (polls += COMMENTS.test(request.url()) ? 1 : 0));

  await comment(customer, id, "Heard by asking");
  await page.clock.runFor(31_000);
  await expect(page.getByText("Heard by asking")).toBeVisible();
  expect(polls).toBe(1);

  await page.unroute(STREAM);
  const back = page.waitForResponse(STREAM);
  await page.clock.runFor(90_000);
  await back;
  await comment(customer, id, "Heard by being told");
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(page.getByText("Heard by being told")).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 10_000 });
  // The page has fetched the comments of the last event. After this, only polling would send a
  // request.
  await page.clock.runFor(3_000);
  polls = 0;
  await page.clock.runFor(32_000);
  expect(polls).toBe(0);
});

test("a hidden page closes its event stream after 10 seconds and shows missed votes when it is visible again", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(acme);
  await page.clock.install();
  const listening = page.waitForResponse(STREAM);
  await goTo(page, listOf(title));
  await page.clock.runFor(6_000);
  await listening;
  const show = (state: "hidden" | "visible") =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await show("hidden");
  const closed = page.waitForEvent("requestfailed", (request) => STREAM.test(request.url()));
  await page.clock.runFor(11_000);
  await closed;
  await vote(customer, id);
  const again = page.waitForResponse(STREAM);
  await show("visible");
  await again;
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`, {
      timeout: 100,
    });
  }).toPass({ timeout: 10_000 });
});

test("a page opens an event stream only while it shows data that other users can change", async ({
  open,
}) => {
  const page = await open(acme);
  let streams = 0;
  page.on("request", (request) => (streams += STREAM.test(request.url()) ? 1 : 0));
  await goTo(page, "/login");
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(resolve);
      }),
  );
  expect(streams).toBe(0);
  const opened = page.waitForResponse(STREAM);
  await page.getByRole("link", { name: "Roadmap" }).first().click();
  await opened;
  const closed = page.waitForEvent("requestfailed", (request) => STREAM.test(request.url()));
  await page.goBack();
  await closed;
});

test("after an admin deletes an item on the item's page, this page does not fetch the item again, even if the next page loads slowly", async ({
  open,
  complaints,
}) => {
  // The event can arrive before the response to the deletion. The page then fetches what it shows.
  complaints.expect(/status of 404/);
  const { admin, customer } = await newPortal();
  const { id } = await newItem(customer);
  const page = await open(admin);
  await goLive(page, `/feedback/${String(id)}`);
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith(`/api/feedback/${String(id)}`))
      requested.push(request.url());
  });
  const untilClosed = { timeout: 0 };
  // A page that shows nothing that can change any more closes its stream, and then gets no event.
  const unsubscribed = page
    .waitForEvent("requestfailed", { ...untilClosed, predicate: (r) => STREAM.test(r.url()) })
    .catch(() => undefined);
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/FeedbackPage/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const deleted = page.waitForResponse(BOARDS);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await deleted;
  // The page is allowed to fetch the item before it gets the response to the deletion, so earlier
  // requests are not counted.
  requested.length = 0;
  // The event of the new board arrives after the event of the deletion. A refetch of the boards
  // shows that the page has handled both events.
  const refetched = page.waitForRequest(BOARDS, untilClosed).catch(() => undefined);
  await callApi(admin, boardsApi.create, { body: { name: "More ideas", slug: "more-ideas" } });
  await Promise.race([refetched, unsubscribed]);
  held.resolve(undefined);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Feedback");
  expect(requested).toEqual([]);
});
