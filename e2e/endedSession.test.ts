import type { Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import { eventsApi } from "#contract/events.ts";
import type { SignedIn } from "./support/accounts.ts";
import { newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const WIDE_WINDOW = { viewport: { width: 1280, height: 900 } };

const accountMenu = (page: Page) => page.getByRole("button", { name: /^Account menu/ });

/** Ends a session without notifying its page, as another device would. */
const endElsewhere = (session: SignedIn) => callApi(session, authApi.logout);

async function logIn(page: Page, { username, password }: SignedIn): Promise<void> {
  await page.getByLabel("Work email").waitFor();
  await untilHydrated(page);
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

/** Runs an action that reloads the page, and waits until the new document is hydrated. */
async function untilReloaded(page: Page, action: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute("data-old-document", ""));
  await action();
  await page.locator("html[data-hydrated]:not([data-old-document])").waitFor({ state: "attached" });
}

test("a vote after the session has ended shows an error, and the page then shows that the user is signed out", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/feedback");
  await endElsewhere(customer);
  const vote = page.getByRole("article").first().getByRole("button", { name: "Vote for" });
  await untilReloaded(page, () => vote.click());
  await expect(shownToast(page)).toContainText("Not signed in");
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  await expect(accountMenu(page)).toHaveCount(0);
  await vote.click();
  await expect.poll(() => addressOf(page)).toMatch(/^\/login\?from=%2Ffeedback%3Fvote%3D\d+$/);
});

test("after the session has ended, a page that needs an account redirects to /login, and a login returns to that page", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const { admin } = await ownCompany();
  const page = await open(admin, WIDE_WINDOW);
  // The navigation must send the first request that fails. So the test waits until the settings are
  // loaded. The event stream gets no response, because an event could cause another request.
  await page.route(
    (url) => url.pathname === eventsApi.stream.path,
    () => undefined,
  );
  const fetched = page.waitForResponse(/\/api\/company\/\d+\/settings$/);
  await goTo(page, "/company/settings");
  await fetched;
  await endElsewhere(admin);
  const menu = page.getByRole("navigation", { name: "Company settings" });
  // The redirect changes the URL first. Then the page is reloaded for a visitor, which would
  // discard a login that was entered before.
  await untilReloaded(page, () => menu.getByRole("link", { name: "Audit Log" }).click());
  expect(addressOf(page)).toBe("/login?from=%2Fcompany%2Faudit-log");
  await logIn(page, admin);
  await expect.poll(() => addressOf(page)).toBe("/company/audit-log");
});

test("a comment that failed because the session had ended is restored after the next login", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByLabel("Your comment").fill("Worth keeping");
  await endElsewhere(customer);
  await untilReloaded(page, () => page.getByRole("button", { name: "Post Comment" }).click());
  await page.getByRole("link", { name: "Log in to comment" }).click();
  await logIn(page, customer);
  await expect.poll(() => addressOf(page)).toBe(`/feedback/${String(id)}`);
  await expect(page.getByLabel("Your comment")).toHaveValue("Worth keeping");
});
