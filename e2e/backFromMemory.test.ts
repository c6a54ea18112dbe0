import type { Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import { acme, acmeCustomer, newCustomer } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { bringBack, test } from "./support/pagesFromMemory.ts";
import { takeOver } from "./support/takeOver.ts";
import { expect } from "./support/test.ts";

/** The browser's own line where a page asks who is signed in, and nobody is. */
const NOBODY = /status of 401 .*\/api\/user\)$/;

const accountMenu = (page: Page) => page.getByRole("button", { name: /^Account menu/ });

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Work email").fill(acmeCustomer.username);
  await page.getByLabel("Password", { exact: true }).fill(acmeCustomer.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

test("Back after signing in finds one signed in, on every page before", async ({ open }) => {
  const title = newTitle("Found before signing in");
  await newItem(await newCustomer(), { title });
  const list = `/feedback?search=${encodeURIComponent(title)}`;
  const page = await open(acme);
  // A page that nobody has asked for before.
  await goTo(page, list);
  await goTo(page, "/feedback");
  await page.getByRole("article").first().getByRole("button", { name: /^Vote/ }).click();
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

test("the sign-in page that was left is not shown again as it was left", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/login?from=%2Fchangelog");
  // Its document stays, as in the browser's memory.
  await page.route(/\/changelog$/, (route) => route.fulfill({ status: 204 }));
  const left = page.waitForResponse(/\/changelog$/);
  await logIn(page);
  await left;
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  await page.unroute(/\/changelog$/);
  await bringBack(page);
  await expect.poll(() => addressOf(page)).toBe("/changelog");
  await expect(accountMenu(page)).toBeVisible();
});

test("a page that comes back from memory is loaded anew once somebody has signed in, or out", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const visitor = await open(acme);
  await goTo(visitor, "/roadmap");
  // Past all pages: one in memory does not hear of it, but this one would.
  await takeOver(visitor.context(), await newCustomer());
  await expect(accountMenu(visitor)).toHaveCount(0);
  await bringBack(visitor);
  await expect(accountMenu(visitor)).toBeVisible();

  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/settings");
  await callApi(customer, authApi.logout);
  await bringBack(page);
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fsettings");
});

test("a page that comes back from memory to the same person stays as it was", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const page = await open(acme);
  await goTo(page, "/register");
  await page.getByLabel("Full name").fill("Half a thought");
  const asked = page.waitForResponse(/\/api\/user$/);
  await bringBack(page);
  await asked;
  // Time enough for a reload to begin.
  await page.waitForTimeout(300);
  await expect(page.getByLabel("Full name")).toHaveValue("Half a thought");
});
