import type { Page } from "@playwright/test";
import { commentsApi } from "#contract/comments.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { Account } from "./support/accounts.ts";
import { acme, acmeAdmin, newCustomer, signedIn, signIn, superAdmin } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { shownToast } from "./support/shownToast.ts";
import { replaceSession } from "./support/replaceSession.ts";
import { expect, test } from "./support/test.ts";

const WIDE_WINDOW = { viewport: { width: 1280, height: 900 } };

/**
 * Matches the browser's message about the 401 response that a signed-out page gets for the current
 * user.
 */
const SIGNED_OUT = /status of 401/;

const menuOf = (page: Page, { fullName }: { fullName: string }) =>
  page.getByRole("button", { name: `Account menu of ${fullName}` });

async function logIn(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel("Work email").waitFor();
  await untilHydrated(page);
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

async function logOut(page: Page, user: { fullName: string }): Promise<void> {
  await menuOf(page, user).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(menuOf(page, user)).toHaveCount(0);
}

/**
 * Expects an empty comment field. Waits first until the form's code has loaded, because that code
 * restores drafts.
 */
async function expectNoDraft(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Post comment" })).toBeEnabled();
  await expect(page.getByLabel("Your comment")).toHaveValue("");
}

test("a logout in one tab signs the user out in another tab, and the user's draft is restored after the next login", async ({
  open,
  complaints,
}) => {
  complaints.expect(SIGNED_OUT);
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
  await replaceSession(page.context(), await signIn(daniel, acme));
  await goTo(elsewhere, "/changelog");
  await expect(menuOf(page, daniel)).toBeVisible();
  await expect(field).toHaveValue("Of Daniel's");
});

test("a comment that is sent from a tab that still shows the previous user is rejected", async ({
  open,
  complaints,
}) => {
  complaints.expect(SIGNED_OUT);
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const admin = await signedIn(acmeAdmin, acme);
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.getByRole("button", { name: "Post comment" })).toBeEnabled();
  await page.getByLabel("Your comment").fill("Of Daniel's");
  await replaceSession(page.context(), admin);
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(menuOf(page, admin)).toBeVisible();
  await expect(shownToast(page)).toContainText("Somebody else is signed in by now");
  await expectNoDraft(page);
  const { body: comments } = await callApi(daniel, commentsApi.list, { params: { id } });
  expect(comments).toEqual([]);
});

test("a logo that is uploaded in a tab that still shows the previous user is rejected", async ({
  open,
  complaints,
}) => {
  complaints.expect(SIGNED_OUT);
  const { admin, company } = await ownCompany();
  const provider = await signIn(superAdmin, company);
  const page = await open(admin, WIDE_WINDOW);
  await goTo(page, "/company/settings/logo");
  await page.getByLabel("Logo", { exact: true }).setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await pngOf(),
  });
  await replaceSession(page.context(), provider);
  await page.getByRole("button", { name: "Upload logo" }).click();
  await expect(shownToast(page)).toContainText("Somebody else is signed in by now");
  await expect(menuOf(page, provider)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("img")).toHaveCount(0);
});

test("Back does not show a draft to a user who logs in after the draft's author", async ({
  open,
}) => {
  const daniel = await newCustomer(acme, "Daniel Okafor");
  const grace = await newCustomer(acme, "Grace Hopper");
  const { id } = await newItem(daniel);
  const page = await open(daniel, WIDE_WINDOW);
  await goTo(page, `/feedback/${String(id)}`);
  await expect(page.getByRole("button", { name: "Post comment" })).toBeEnabled();
  await page.getByLabel("Your comment").fill("Of Daniel's");
  // Opens a new document, so that the browser stores the field values of the previous document.
  await goTo(page, "/changelog");
  await logOut(page, daniel);
  await goTo(page, "/login?from=%2Fchangelog");
  await logIn(page, grace);
  // Until the URL has changed, the login can still replace the document.
  await expect.poll(() => addressOf(page)).toBe("/changelog");
  await expect(menuOf(page, grace)).toBeVisible();
  await page.evaluate(() => window.history.go(-3));
  await expect.poll(() => addressOf(page)).toBe(`/feedback/${String(id)}`);
  await expect(menuOf(page, grace)).toBeVisible();
  await expectNoDraft(page);
});
