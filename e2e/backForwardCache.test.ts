import type { Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import { acme, acmeCustomer, newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { restoreFromCache, test } from "./support/backForwardCache.ts";
import { replaceSession } from "./support/replaceSession.ts";
import { expect } from "./support/test.ts";

// The tests run in turn, because each worker starts a browser.
test.describe.configure({ mode: "default" });

/**
 * Matches the browser's message about the 401 response that a signed-out page gets for the current
 * user.
 */
const SIGNED_OUT = /status of 401 .*\/api\/user\)$/;

const accountMenu = (page: Page) => page.getByRole("button", { name: /^Account menu/ });

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Work email").fill(acmeCustomer.username);
  await page.getByLabel("Password", { exact: true }).fill(acmeCustomer.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

test("after a login, Back shows all earlier pages as signed in", async ({ open }) => {
  const title = newTitle("Found before signing in");
  await newItem(await newCustomer(), { title });
  const list = `/feedback?search=${encodeURIComponent(title)}`;
  const page = await open(acme);
  // No response cache has stored this page, because the title in its URL is new.
  await goTo(page, list);
  await goTo(page, "/feedback");
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
  await logIn(page);
  await expect.poll(() => addressOf(page)).toBe("/feedback");
  await untilHydrated(page);
  for (const path of ["/feedback", "/feedback", list]) {
    await page.goBack({ waitUntil: "commit" });
    await expect.poll(() => addressOf(page)).toBe(path);
    await expect(accountMenu(page)).toBeVisible();
    await expect(page.getByText("Logging in...")).toHaveCount(0);
  }
});

test("a login page restored from the back/forward cache redirects a signed-in user", async ({
  open,
}) => {
  const page = await open(acme);
  await goTo(page, "/login?from=%2Fchangelog");
  // With a 204 response, the login page stays open after the login. The test then treats it as a
  // page that the browser restores from the back/forward cache.
  await page.route(/\/changelog$/, (route) => route.fulfill({ status: 204 }));
  const left = page.waitForResponse(/\/changelog$/);
  await logIn(page);
  await left;
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  await page.unroute(/\/changelog$/);
  await restoreFromCache(page);
  await expect.poll(() => addressOf(page)).toBe("/changelog");
  await expect(accountMenu(page)).toBeVisible();
});

test("a page restored from the back/forward cache reloads if the session has changed", async ({
  open,
  complaints,
}) => {
  complaints.expect(SIGNED_OUT);
  const visitor = await open(acme);
  await goTo(visitor, "/roadmap");
  // Sets only the cookie. A login on a page would notify the visitor's page, but a page in the
  // back/forward cache gets no notification.
  await replaceSession(visitor.context(), await newCustomer());
  await expect(accountMenu(visitor)).toHaveCount(0);
  await restoreFromCache(visitor);
  await expect(accountMenu(visitor)).toBeVisible();

  const customer = await newCustomer();
  const page = await open(customer);
  // A hydrated page of settings fetches these settings again, which a logout must not overtake.
  const refetched = page.waitForResponse(/\/api\/user\/notification-settings$/);
  await goTo(page, "/settings");
  await refetched;
  await callApi(customer, authApi.logout);
  await restoreFromCache(page);
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fsettings");
});
