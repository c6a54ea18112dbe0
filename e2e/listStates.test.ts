import type { Page } from "@playwright/test";
import { feedbackApi } from "#contract/feedback.ts";
import { acme, newCompany, newCustomer, signIn } from "./support/accounts.ts";
import { failWith, FEEDBACK_LIST, holdBack, VOTE } from "./support/apiCalls.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { withoutLiveUpdates } from "./support/withoutLiveUpdates.ts";

test("a company that has just begun shows what to do next, everywhere", async ({ open }) => {
  const { company, admin } = await newCompany();
  for (const place of [company, admin, await signIn(admin, company)]) {
    const page = await open(place);
    await goTo(page, "/feedback");
    await expect(page.getByText("No feedback yet")).toBeVisible();
    await goTo(page, "/roadmap");
    await expect(page.getByText("Nothing on the roadmap yet")).toBeVisible();
    for (const column of ["Evaluating", "Planned", "Under Development", "Complete"]) {
      await expect(page.getByRole("region", { name: column, exact: true })).toContainText(
        "0 items",
      );
    }
    await goTo(page, "/changelog");
    await expect(page.getByText("No completed items yet")).toBeVisible();
  }
});

test("a search without a match says so, and Clear filters shows everything again", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/feedback?search=zzz-not-there&status=planned");
  await expect(page.getByText("No matching feedback")).toBeVisible();
  await expect(page.getByText("0 results")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page.getByRole("article")).toHaveCount(20);
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect.poll(() => addressOf(page)).toBe("/feedback");
});

test("a list that cannot be loaded says so, and Try again loads it", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const page = await open(acme);
  await goTo(page, "/feedback");
  await failWith(page, FEEDBACK_LIST, 500, "Something went wrong");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Planned" });
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Something went wrong");
  await page.unroute(FEEDBACK_LIST);
  await alert.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(page.getByRole("article").first()).toContainText("Status: Planned");
  await expect(alert).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("without a network the list says that, too", async ({ open, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const page = await open(acme);
  await goTo(page, "/feedback");
  await page.route(FEEDBACK_LIST, (route) => route.abort());
  await page.getByRole("searchbox").fill("timer");
  await expect(page.getByRole("alert")).toContainText("Network error occurred");
  await page.unroute(FEEDBACK_LIST);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article").first()).toContainText(/timer/i);
});

test("a list that is on its way for the first time shows three cards to come", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/changelog");
  const goOn = await holdBack(page, FEEDBACK_LIST);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Feedback" })
    .click();
  const skeleton = page.getByRole("status", { name: "Loading feedback" });
  await expect(skeleton.or(page.getByText("Loading feedback")).first()).toBeAttached();
  goOn();
  await expect(page.getByRole("article")).toHaveCount(20);
});

test("a next page that cannot be loaded keeps what is there and can be tried again", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const page = await open(acme);
  await withoutLiveUpdates(page);
  await goTo(page, "/feedback");
  await failWith(page, FEEDBACK_LIST, 500, "Something went wrong");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("alert")).toContainText("Something went wrong");
  await expect(page.getByRole("article")).toHaveCount(20);
  await page.unroute(FEEDBACK_LIST);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article")).toHaveCount(40);
});

/** Calls for the second and later pages of the list of all feedback. */
const NEXT_PAGE = /\/api\/feedback\?(?:.*&)?cursor=/;

/** Calls for the first page of the roadmap's planned items. */
const FIRST_OF_PLANNED = /\/api\/feedback\?(?!.*cursor=).*status=planned/;

test("a next page that failed comes by itself once the list is fetched again", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const customer = await newCustomer();
  const page = await open(customer);
  const isLive = page.waitForResponse(/\/api\/events/);
  await goTo(page, "/feedback");
  await isLive;
  await failWith(page, NEXT_PAGE, 500, "Something went wrong");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute(NEXT_PAGE);
  await newItem(customer);
  await expect(page.getByRole("article")).toHaveCount(40);
  await expect(page.getByRole("button", { name: "Load more" })).toBeVisible();
});

test("a vote that is counted while the next page is on its way does not cost that page", async ({
  open,
}) => {
  const page = await open(await newCustomer());
  await withoutLiveUpdates(page);
  await goTo(page, "/feedback");
  const countVote = await holdBack(page, VOTE);
  const sendPage = await holdBack(page, NEXT_PAGE);
  await page
    .getByRole("button", { name: /^Vote for/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("button", { name: "Loading..." })).toBeVisible();
  const refetched = page.waitForResponse(FEEDBACK_LIST);
  countVote();
  await refetched;
  sendPage();
  await expect(page.getByRole("article")).toHaveCount(40);
  await expect(page.getByRole("button", { name: "Load more" })).toBeVisible();
});

/** A company with 21 planned items, which are two pages. */
async function companyWithTwoPages() {
  const { admin } = await ownCompany("Ideas");
  const items = [];
  for (let number = 1; number <= 21; number += 1) {
    items.push(await newItem(admin, { title: newTitle("Planned"), status: "planned" }));
  }
  return { admin, newest: items.at(-1) };
}

const plannedColumn = (page: Page) => page.getByRole("region", { name: "Planned", exact: true });

test("a vote on the roadmap does not cost the next page that is on its way", async ({ open }) => {
  const { admin } = await companyWithTwoPages();
  const page = await open(admin);
  const planned = plannedColumn(page);
  await withoutLiveUpdates(page);
  await goTo(page, "/roadmap");
  const countVote = await holdBack(page, VOTE);
  const sendPage = await holdBack(page, NEXT_PAGE);
  await planned
    .getByRole("button", { name: /^Vote for/ })
    .first()
    .click();
  await planned.getByRole("button", { name: "Load more" }).click();
  await expect(planned.getByRole("button", { name: "Loading..." })).toBeVisible();
  const refetched = page.waitForResponse(FIRST_OF_PLANNED);
  countVote();
  await refetched;
  sendPage();
  await expect(planned.getByRole("article")).toHaveCount(21);
  await expect(planned.getByRole("button", { name: /^Load/ })).toHaveCount(0);
});

test("Load more on the roadmap waits for what is being fetched again", async ({ open }) => {
  const { admin, newest } = await companyWithTwoPages();
  if (!newest) throw new Error("There is no item");
  const page = await open(admin);
  const planned = plannedColumn(page);
  const isLive = page.waitForResponse(/\/api\/events/);
  await goTo(page, "/roadmap");
  await isLive;
  const refetch = page.waitForRequest(FIRST_OF_PLANNED);
  const answer = await holdBack(page, FIRST_OF_PLANNED);
  const title = newTitle("Renamed");
  await callApi(admin, feedbackApi.update, { params: { id: newest.id }, body: { title } });
  await refetch;
  await planned.getByRole("button", { name: "Load more" }).click();
  await expect(planned.getByRole("button", { name: "Loading..." })).toBeVisible();
  answer();
  await expect(planned.getByRole("article")).toHaveCount(21);
  await expect(planned.getByRole("heading", { name: title })).toBeVisible();
});
