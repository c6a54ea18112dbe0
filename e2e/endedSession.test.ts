import type { Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import { eventsApi } from "#contract/events.ts";
import type { SignedIn } from "./support/accounts.ts";
import { newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
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

test("a vote after the session has ended is cast once the user has logged in again over the page", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback?search=${encodeURIComponent(title)}`);
  await endElsewhere(customer);
  const vote = page.getByRole("article").getByRole("button", { name: "Vote for" });
  await vote.click();
  const dialog = page.getByRole("dialog", { name: "Log in to vote for" });
  await expect(dialog).toContainText("You have been logged out");
  await dialog.getByLabel("Work email").fill(customer.username);
  await dialog.getByLabel("Password", { exact: true }).fill(customer.password);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(vote).toBeDisabled();
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect(accountMenu(page)).toBeVisible();
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
  await untilReloaded(page, () => menu.getByRole("link", { name: "Audit log" }).click());
  expect(addressOf(page)).toBe("/login?from=%2Fcompany%2Faudit-log");
  await logIn(page, admin);
  await expect.poll(() => addressOf(page)).toBe("/company/audit-log");
});
