import type { BrowserContext, Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import { commentsApi } from "#contract/comments.ts";
import type { Account, SignedIn } from "./support/accounts.ts";
import { acme, acmeAdmin, newCustomer, signedIn } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const WIDE_WINDOW = { viewport: { width: 1280, height: 900 } };

/** The browser's own line where a page asks who is signed in, and nobody is. */
const NOBODY = /status of 401/;

const menuOf = (page: Page, { fullName }: { fullName: string }) =>
  page.getByRole("button", { name: `Account menu of ${fullName}` });

async function logIn(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

async function logOut(page: Page, user: { fullName: string }): Promise<void> {
  await menuOf(page, user).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(menuOf(page, user)).toHaveCount(0);
}

/** Not before its form is alive: a draft would come with that. */
async function expectNothingTyped(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
  await expect(page.getByLabel("Your comment")).toHaveValue("");
}

/** Signs somebody else in at this browser, so that no page of it hears of it. */
async function takeOver(context: BrowserContext, { cookie, host }: SignedIn): Promise<void> {
  const [name = "", value = ""] = cookie.split("=", 2);
  await context.addCookies([{ name, value, url: originOf(host), httpOnly: true, sameSite: "Lax" }]);
}

/** Says to a page what a browser says to one that is covered by another tab, or uncovered. */
const show = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("a tab follows who logs out and in in another one, and keeps what was typed for its author only", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const grace = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  const field = page.getByLabel("Your comment");
  await field.fill("Of Daniel's");

  const elsewhere = await page.context().newPage();
  await goTo(elsewhere, "/changelog");
  await logOut(elsewhere, daniel);
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  expect(addressOf(page)).toBe(`/feedback/${String(id)}`);

  await goTo(elsewhere, "/login?from=%2Fchangelog");
  await logIn(elsewhere, grace);
  await expect(menuOf(page, grace)).toBeVisible();
  await expectNothingTyped(page);
  await expect(menuOf(elsewhere, grace)).toBeVisible();
  await logOut(elsewhere, grace);
  await goTo(elsewhere, "/login?from=%2Fchangelog");
  await logIn(elsewhere, daniel);
  await expect(menuOf(page, daniel)).toBeVisible();
  await expect(field).toHaveValue("Of Daniel's");
});

test("a tab whose person signs in as another straight away shows the other, and nothing typed before", async ({
  open,
}) => {
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const grace = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  const field = page.getByLabel("Your comment");
  await field.fill("Of Daniel's");
  await takeOver(page.context(), grace);
  const elsewhere = await page.context().newPage();
  await goTo(elsewhere, "/changelog");
  await expect(menuOf(page, grace)).toBeVisible();
  await expectNothingTyped(page);
});

test("what is sent before a tab has heard of somebody else is not done in their name", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByLabel("Your comment").fill("Of Daniel's");
  await takeOver(page.context(), admin);
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(menuOf(page, admin)).toBeVisible();
  await expect(shownToast(page)).toContainText("Somebody else is signed in by now");
  await expectNothingTyped(page);
  const { body: comments } = await callApi(daniel, commentsApi.list, { params: { id } });
  expect(comments).toEqual([]);
});

test("a tab that comes to the front asks whether its session has ended, and seldom", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const customer = await newCustomer();
  const page = await open(customer);
  let asked = 0;
  page.on("request", (request) => (asked += request.url().endsWith("/api/user") ? 1 : 0));
  await page.clock.install();
  await goTo(page, "/settings");
  await page.clock.fastForward(10_000);
  for (let turn = 0; turn < 3; turn += 1) {
    const answered = turn === 0 ? page.waitForResponse(/\/api\/user$/) : undefined;
    await show(page, "hidden");
    await show(page, "visible");
    await answered;
  }
  expect(asked).toBe(1);
  await callApi(customer, authApi.logout);
  await show(page, "hidden");
  await page.clock.fastForward(10_000);
  expect(addressOf(page)).toBe("/settings");
  await show(page, "visible");
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fsettings");
});

test("what an admin has not saved waits for them, and is not shown to whoever else signs in", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const { admin, company } = await ownCompany();
  const other = await newCustomer(company, "Grace Hopper");
  const page = await open(admin, WIDE_WINDOW);
  await goTo(page, "/company/settings");
  await fillIn(page, { "Company name": "Half a thought" });
  const elsewhere = await page.context().newPage();
  await goTo(elsewhere, "/settings");
  await logOut(elsewhere, admin);
  await page.waitForTimeout(300);
  await expect(fieldOf(page, "Company name")).toHaveValue("Half a thought");
  await goTo(elsewhere, "/login?from=%2Fsettings");
  await logIn(elsewhere, other);
  await expect(menuOf(page, other)).toBeVisible();
  await expect(fieldOf(page, "Company name")).toHaveCount(0);
});

test("nothing typed comes back with Back for who signs in after its author", async ({ open }) => {
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const grace = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  await page.getByLabel("Your comment").fill("Of Daniel's");
  // A new document, so that the browser notes with the one that is left what stands in its fields.
  await goTo(page, "/changelog");
  await logOut(page, daniel);
  await goTo(page, "/login?from=%2Fchangelog");
  await logIn(page, grace);
  await expect(menuOf(page, grace)).toBeVisible();
  await page.evaluate(() => window.history.go(-3));
  await expect.poll(() => addressOf(page)).toBe(`/feedback/${String(id)}`);
  await expect(menuOf(page, grace)).toBeVisible();
  await expectNothingTyped(page);
});
