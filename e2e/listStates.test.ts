import { acme, newCompany, signIn } from "./support/accounts.ts";
import { failWith, FEEDBACK_LIST, holdBack } from "./support/apiCalls.ts";
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
    await goTo(page, "/changelog");
    await expect(page.getByText("No completed items yet")).toBeVisible();
  }
});

test("a search without a match says so, and Clear filters shows everything again", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback?search=zzz-not-there&status=planned");
  await expect(page.getByText("No matching feedback")).toBeVisible();
  await expect(page.getByText("0 results")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page.getByRole("article")).toHaveCount(20);
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect.poll(() => addressOf(page)).toBe("/feedback");
});

test("a list that cannot be loaded says so, and Try again loads it", async ({ open, complaints }) => {
  complaints.expect(/status of 500/);
  const page = await open(acme);
  await goTo(page, "/feedback");
  await failWith(page, FEEDBACK_LIST, 500, "Something went wrong");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Planned" });
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Something went wrong");
  await page.unroute(FEEDBACK_LIST);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article").first()).toContainText("Status: Planned");
  await expect(alert).toBeHidden();
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
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feedback" }).click();
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
