import type { Page } from "@playwright/test";
import { authApi } from "#contract/auth.ts";
import { commentsApi } from "#contract/comments.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { Account } from "./support/accounts.ts";
import { acme, acmeAdmin, newCustomer, signedIn, signIn, superAdmin } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem, newTitle } from "./support/feedbackItems.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { takeOver } from "./support/takeOver.ts";
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

/** Says to a page what a browser says to one that is covered by another tab, or uncovered. */
const show = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("a tab follows who logs out in another one, and gives their draft back when they log in again", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const daniel = await newCustomer(acme, "Daniel Okafor");
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
  await takeOver(page.context(), await signIn(daniel, acme));
  await goTo(elsewhere, "/changelog");
  await expect(menuOf(page, daniel)).toBeVisible();
  await expect(field).toHaveValue("Of Daniel's");
});

test("a tab follows who logs in in another one, and shows them nothing that somebody else has typed", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const grace = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
  await page.getByLabel("Your comment").fill("Of Daniel's");
  const elsewhere = await page.context().newPage();
  await goTo(elsewhere, "/changelog");
  await logOut(elsewhere, daniel);
  await goTo(elsewhere, "/login?from=%2Fchangelog");
  await logIn(elsewhere, grace);
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
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
  await page.getByLabel("Your comment").fill("Of Daniel's");
  await takeOver(page.context(), admin);
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(menuOf(page, admin)).toBeVisible();
  await expect(shownToast(page)).toContainText("Somebody else is signed in by now");
  await expectNothingTyped(page);
  const { body: comments } = await callApi(daniel, commentsApi.list, { params: { id } });
  expect(comments).toEqual([]);
});

test("a file sent before a tab has heard of somebody else is not taken as theirs", async ({
  open,
  complaints,
}) => {
  complaints.expect(NOBODY);
  const { admin, company } = await ownCompany();
  const provider = await signIn(superAdmin, company);
  const page = await open(admin, WIDE_WINDOW);
  await goTo(page, "/company/settings/logo");
  await page.getByLabel("Logo", { exact: true }).setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await pngOf(),
  });
  await takeOver(page.context(), provider);
  await page.getByRole("button", { name: "Upload Logo" }).click();
  await expect(shownToast(page)).toContainText("Somebody else is signed in by now");
  await expect(menuOf(page, provider)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("img")).toHaveCount(0);
});

test("a toast of what somebody did is not shown to who signs in after them", async ({ open }) => {
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const grace = await newCustomer(acme, "Grace Hopper");
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, "/board/projects?submit=1");
  const elsewhere = await page.context().newPage();
  const dialog = page.getByRole("dialog", { name: "Submit Feedback" });
  await fillIn(dialog, { Title: newTitle("Of Daniel's"), Description: "Said in private" });
  await dialog.getByRole("button", { name: "Submit Feedback" }).click();
  await expect(shownToast(page)).toContainText("Feedback submitted successfully");
  // It stays while the pointer is on it.
  await shownToast(page).hover();
  await takeOver(page.context(), grace);
  await elsewhere.goto("/changelog");
  await expect(menuOf(page, grace)).toBeVisible();
  await untilHydrated(page);
  await page.waitForTimeout(300);
  await expect(page.getByText("Feedback submitted successfully")).toHaveCount(0);
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
  await takeOver(page.context(), other);
  await goTo(elsewhere, "/settings");
  await expect(menuOf(page, other)).toBeVisible();
  await expect(fieldOf(page, "Company name")).toHaveCount(0);
});

test("nothing typed comes back with Back for who signs in after its author", async ({ open }) => {
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const grace = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeEnabled();
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
