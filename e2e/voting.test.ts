import type { Page } from "@playwright/test";
import { feedbackApi } from "#contract/feedback.ts";
import { acme, newCustomer } from "./support/accounts.ts";
import { failWith, FEEDBACK_LIST, holdBack, VOTE } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";
import { withoutLiveUpdates } from "./support/withoutLiveUpdates.ts";

const voteFor = (page: Page, title: string) =>
  page.getByRole("main").getByRole("button", { name: title });
const listOf = (title: string) => `/feedback?search=${encodeURIComponent(title)}`;

test("a vote is felt at once, while the server still thinks", async ({ open }) => {
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(customer);
  for (const path of [listOf(title), `/feedback/${String(id)}`]) {
    const isFirst = path.includes("search");
    await goTo(page, path);
    const vote = voteFor(page, title);
    if (isFirst) {
      const goOn = await holdBack(page, VOTE);
      await expect(vote).toHaveAccessibleName(`Vote for ${title}, 0 votes`);
      await vote.click();
      await expect(vote).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
      await expect(vote).toBeDisabled();
      const counted = page.waitForResponse(VOTE);
      goOn();
      await counted;
    }
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    await expect(vote).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
    await expect(vote).toBeDisabled();
  }
});

test("nor does it go while the server thinks and the list is fetched again", async ({ open }) => {
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(customer);
  const isLive = page.waitForResponse(/\/api\/events/);
  await goTo(page, listOf(title));
  await isLive;
  const goOn = await holdBack(page, VOTE);
  await voteFor(page, title).click();
  const fetchedAgain = page.waitForResponse(FEEDBACK_LIST);
  await newItem(customer);
  await fetchedAgain;
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  const counted = page.waitForResponse(VOTE);
  goOn();
  await counted;
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
});

test("a counted vote stays after a reload, and others see it without having voted", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, listOf(title));
  const counted = page.waitForResponse(VOTE);
  await voteFor(page, title).dblclick();
  await counted;
  await page.reload();
  await untilHydrated(page);
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(page, title)).toBeDisabled();

  const other = await open(await newCustomer());
  await goTo(other, listOf(title));
  await expect(voteFor(other, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(other, title)).toBeEnabled();
});

test("a vote that fails is taken back, with the toast", async ({ open, complaints }) => {
  complaints.expect(/status of 500|ERR_FAILED/);
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, listOf(title));
  const vote = voteFor(page, title);

  await failWith(page, VOTE, 500, "Something went wrong");
  await vote.click();
  await expect(shownToast(page)).toContainText("Error");
  await expect(shownToast(page)).toContainText("Something went wrong");
  await expect(vote).toHaveAccessibleName(`Vote for ${title}, 0 votes`);
  await expect(vote).toBeEnabled();

  await page.unroute(VOTE);
  await page.route(VOTE, (route) => route.abort());
  await vote.click();
  await expect(shownToast(page)).toContainText("Network error occurred");
  await expect(vote).toHaveAccessibleName(`Vote for ${title}, 0 votes`);

  await page.unroute(VOTE);
  await vote.click();
  await expect(vote).toBeDisabled();
  await expect(vote).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
});

test("after a vote its list is fetched again, once", async ({ open }) => {
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(customer);
  await withoutLiveUpdates(page);
  await goTo(page, listOf(title));
  let fetched = 0;
  page.on("request", (request) => {
    if (FEEDBACK_LIST.test(request.url())) fetched += 1;
  });
  const refetched = page.waitForResponse(FEEDBACK_LIST);
  await voteFor(page, title).click();
  await refetched;
  await expect(voteFor(page, title)).toBeDisabled();
  await page.waitForTimeout(300);
  expect(fetched).toBe(1);
});

test("a visitor who presses vote is led to sign in and comes back to where he was", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(acme);
  await goTo(page, listOf(title));
  await voteFor(page, title).click();
  await expect(page).toHaveURL(
    `${originOf(acme.host)}/login?from=${encodeURIComponent(listOf(title))}`,
  );
  await page.getByLabel("Work email").fill(customer.username);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(originOf(acme.host) + listOf(title));
  await expect(voteFor(page, title)).toBeEnabled();
});

test("a vote on the roadmap counts without opening the item", async ({ open }) => {
  const page = await open(await newCustomer());
  await goTo(page, "/roadmap");
  const vote = page
    .getByRole("region", { name: "Evaluating" })
    .getByRole("button", { name: /^Vote for/ })
    .first();
  const votes = Number(await vote.textContent());
  await vote.click();
  await expect(vote).toBeDisabled();
  await expect(vote).not.toHaveText(String(votes));
  await expect(page).toHaveURL(`${originOf(acme.host)}/roadmap`);
});

test("a vote under way is known on the item's page as well, and cannot be cast twice", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(customer);
  await withoutLiveUpdates(page);
  await goTo(page, listOf(title));
  let calls = 0;
  page.on("request", (request) => {
    if (VOTE.test(request.url())) calls += 1;
  });
  const goOn = await holdBack(page, VOTE);
  await voteFor(page, title).click();
  const fetched = page.waitForResponse(new RegExp(`/api/feedback/${String(id)}$`));
  await page.getByRole("article").getByRole("link").first().click();
  await fetched;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(page, title)).toBeDisabled();
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(page, title)).toBeDisabled();
  const counted = page.waitForResponse(VOTE);
  goOn();
  await counted;
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(page, title)).toBeDisabled();
  expect(calls).toBe(1);
});

test("a refused vote takes back nothing but itself", async ({ open, complaints }) => {
  complaints.expect(/status of 503/);
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(customer);
  const isLive = page.waitForResponse(/\/api\/events/);
  await goTo(page, listOf(title));
  await isLive;
  const { promise: held, resolve: refuse } = Promise.withResolvers<undefined>();
  await page.route(VOTE, async (route) => {
    await held;
    await route.fulfill({ status: 503, json: { message: "Too busy" } });
  });
  await voteFor(page, title).click();
  for (const other of [await newCustomer(), await newCustomer()]) {
    await callApi(other, feedbackApi.vote, { params: { id } });
  }
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 2 votes`);
  // What would be fetched then is held back: the count is right by itself.
  const goOn = await holdBack(page, FEEDBACK_LIST);
  const asked = page.waitForRequest(FEEDBACK_LIST);
  refuse(undefined);
  await expect(shownToast(page)).toContainText("Too busy");
  await asked;
  await expect(voteFor(page, title)).toBeEnabled();
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 2 votes`);
  goOn();
});

test("a vote that was counted though its answer is lost stays", async ({ open, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const customer = await newCustomer();
  const { id, title } = await newItem(customer);
  const page = await open(customer);
  await withoutLiveUpdates(page);
  await goTo(page, listOf(title));
  await page.route(VOTE, async (route) => {
    await callApi(customer, feedbackApi.vote, { params: { id } });
    await route.abort();
  });
  await voteFor(page, title).click();
  await expect(shownToast(page)).toContainText("Network error occurred");
  await expect(voteFor(page, title)).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await expect(voteFor(page, title)).toBeDisabled();
});
