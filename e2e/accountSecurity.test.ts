import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { sessionsApi } from "#contract/sessions.ts";
import type { SignedIn } from "./support/accounts.ts";
import { acme, newCustomer, signIn } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { authenticatorCode } from "./support/authenticatorCode.ts";
import { callApi } from "./support/callApi.ts";
import { expectWellMade } from "./support/expectWellMade.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { runSql } from "./support/runSql.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const BREACHED = "This password is known from data breaches. Choose another one.";

/** The link that a mail would carry. Mails go to the log, and of a token only its hash is stored. */
async function resetLinkFor({ username }: SignedIn): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await runSql(
    `insert into password_reset (user_id, token_hash, expires_at)
     select id, $2, now() + interval '10 minutes' from user_account where username = $1`,
    [username, createHash("sha256").update(token).digest()],
  );
  return `/reset-password?token=${token}`;
}

async function logIn(page: Page, { username }: SignedIn, password: string): Promise<void> {
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const leaving = (page: Page) => page.getByRole("alertdialog", { name: "Leave this page?" });

/** Goes through the set-up's first screen; gives the app's key, which the second one shows. */
async function readKey(page: Page, password: string): Promise<string> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const key =
    (await section(page, "2. Your authenticator app").locator("code").textContent()) ?? "";
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect(page.getByLabel("Six-digit code")).toBeFocused();
  return key;
}

/** Goes through the set-up from its first screen; gives the app's key and the recovery codes. */
async function setUpMfa(page: Page, password: string): Promise<{ key: string; codes: string[] }> {
  const key = await readKey(page, password);
  await page.getByLabel("Six-digit code").fill(authenticatorCode(key, -1));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return { key, codes: await codes.allTextContents() };
}

/** Asks for new recovery codes on the settings page. */
async function askForCodes(page: Page, password: string, code: string): Promise<void> {
  await page.getByRole("button", { name: "New recovery codes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByLabel("Two-factor code").fill(code);
  await dialog.getByRole("button", { name: "Renew codes" }).click();
}

/** Has new recovery codes made on the settings page. */
async function renewCodes(page: Page, password: string, code: string): Promise<string[]> {
  await askForCodes(page, password, code);
  const dialog = page.getByRole("dialog");
  const list = dialog.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await expect(list).toBeFocused();
  await expectWellMade(page, "the new recovery codes");
  const codes = await list.getByRole("listitem").allTextContents();
  // They are not shown again, so that nothing closes them by mistake.
  await page.mouse.click(5, 5);
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Close this window?" });
  await expect(question).toContainText("The recovery codes are not shown again.");
  await expectWellMade(page, "the question before the recovery codes are lost");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(list).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

test("a forgotten password: the way there, and one answer for every address", async ({ open }) => {
  const customer = await newCustomer();
  const page = await open(acme);
  await goTo(page, "/login?from=%2Fchangelog");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByLabel("Work email")).toHaveAccessibleDescription("Email is required");
  await expectWellMade(page, "the form for a link");
  for (const address of [customer.username, "nobody@example.com"]) {
    await page.getByLabel("Work email").fill(address);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toContainText(
      "If there is an account with this address, a mail with a link is on its way.",
    );
    await page.getByRole("button", { name: "Use another address" }).press("Enter");
    await expect(page.getByLabel("Work email")).toBeFocused();
  }
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fchangelog");
});

test("the link of a mail sets a new password, and works once", async ({ open, complaints }) => {
  complaints.expect(/status of 40[01]/);
  const customer = await newCustomer();
  const link = await resetLinkFor(customer);
  const page = await open(acme);
  await goTo(page, link);
  await expectWellMade(page, "the form for a new password");
  const field = page.getByLabel("New password");
  await field.fill("iloveyou1");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${BREACHED}`));
  await expect(field).toBeFocused();
  await field.fill("a password of my own");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(shownToast(page)).toContainText("Password changed successfully");
  await logIn(page, customer, "a password of my own");
  await expect(page).toHaveURL(/\/roadmap$/);

  const before = await open(customer);
  await goTo(before, "/settings");
  await expect.poll(() => addressOf(before)).toBe("/login?from=%2Fsettings");

  const again = await open(acme);
  await goTo(again, link);
  await again.getByLabel("New password").fill("another password of mine");
  await again.getByRole("button", { name: "Save password" }).click();
  await expect(again.getByRole("alert")).toHaveText(
    "This link no longer works. Please ask for a new one.",
  );
  await expect(again.getByRole("alert")).toBeFocused();
  await again.getByRole("link", { name: "Ask for a new link" }).click();
  await expect.poll(() => addressOf(again)).toBe("/forgot-password");
  await goTo(again, "/reset-password?token=cut");
  await expectWellMade(again, "a dead link");
});

test("a password known from breaches opens no account", async ({ open, complaints }) => {
  complaints.expect(/status of 400/);
  const page = await open(acme);
  await goTo(page, "/register");
  await page.getByLabel("Full name").fill("Robin Tester");
  await page.getByLabel("Work email").fill("robin@example.com");
  await page.getByLabel("Password", { exact: true }).fill("password1");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    new RegExp(`^${BREACHED}`),
  );
});

test("the sessions are listed, and ended one by one and all at once", async ({ open }) => {
  const customer = await newCustomer();
  const [phone, tablet] = [await signIn(customer, acme), await signIn(customer, acme)];
  const page = await open(customer);
  await goTo(page, "/settings");
  const rows = section(page, "Sessions").getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("This session");
  await expect(rows.first().getByRole("button")).toHaveCount(0);
  await expect(rows.nth(1)).toContainText(/Last used/);
  await expectWellMade(page, "the settings");

  await rows
    .nth(1)
    .getByRole("button", { name: /^End session/ })
    .press("Enter");
  await expect(shownToast(page)).toContainText("Session ended successfully");
  await expect(rows).toHaveCount(2);
  await expect(section(page, "Sessions").getByRole("list")).toBeFocused();

  await page.getByRole("button", { name: "End all other sessions" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End all others" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("button", { name: "End all other sessions" })).toHaveCount(0);
  for (const ended of [phone, tablet]) {
    const elsewhere = await open(ended);
    await goTo(elsewhere, "/settings");
    await expect.poll(() => addressOf(elsewhere)).toBe("/login?from=%2Fsettings");
  }
});

test("two sessions are ended at the same time", async ({ open }) => {
  const customer = await newCustomer();
  await signIn(customer, acme);
  await signIn(customer, acme);
  const page = await open(customer);
  await goTo(page, "/settings");
  const rows = section(page, "Sessions").getByRole("listitem");
  const goOn = await holdBack(page, /\/api\/user\/sessions\/\d+$/);
  for (const index of [1, 2]) {
    await rows
      .nth(index)
      .getByRole("button", { name: /^End session/ })
      .press("Enter");
    await expect(rows.nth(index)).toContainText("Ending...");
  }
  goOn();
  await expect(rows).toHaveCount(1);
  await expect(section(page, "Sessions").getByRole("list")).toBeFocused();
  expect((await callApi(customer, sessionsApi.list)).body).toHaveLength(1);
});

test("two-factor authentication: set up, asked for, and turned off", async ({
  open,
  complaints,
}) => {
  test.slow();
  complaints.expect(/status of 40[01]/);
  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/settings");
  await section(page, "Two-factor authentication").getByRole("link", { name: "Set up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-factor authentication");
  await expectWellMade(page, "the set-up's first step");
  const { key, codes } = await setUpMfa(page, customer.password);
  await expectWellMade(page, "the recovery codes");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await page.getByRole("banner").getByRole("link", { name: "Changelog" }).click();
  await expect(leaving(page)).toContainText("The recovery codes are not shown again.");
  await leaving(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(section(page, "Two-factor authentication")).toContainText("On");
  await expect(section(page, "Two-factor authentication")).toContainText("10 recovery codes left.");
  await expectWellMade(page, "the settings with a second factor");

  const login = await open(acme);
  await goTo(login, "/login?from=%2Fsettings");
  await logIn(login, customer, customer.password);
  const code = login.getByLabel("Two-factor code");
  await expect(code).toBeFocused();
  await expect(shownToast(login)).toHaveCount(0);
  await expectWellMade(login, "the login's second step");
  await code.fill("000000");
  await login.keyboard.press("Enter");
  await expect(shownToast(login)).toContainText("This code is not right.");
  await expect(code).toBeFocused();
  await code.fill(authenticatorCode(key));
  await login.keyboard.press("Enter");
  await expect(login).toHaveURL(/\/settings$/);

  await untilHydrated(login);
  const renewed = await renewCodes(login, customer.password, codes[0] ?? "");
  await expect(section(login, "Two-factor authentication")).toContainText(
    "10 recovery codes left.",
  );
  await login.getByRole("button", { name: "Turn off" }).click();
  const dialog = login.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(customer.password);
  await dialog.getByLabel("Two-factor code").fill("abcde-fghij");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog.getByLabel("Two-factor code")).toHaveAccessibleDescription(
    /^This code is not right\./,
  );
  await expectWellMade(login, "the question for both factors");
  await dialog.getByLabel("Two-factor code").fill(renewed[0] ?? "");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(section(login, "Two-factor authentication")).toContainText("Off");
  const state = section(login, "Two-factor authentication").locator(":focus");
  await expect(state).toContainText("Off");
});

test("who leaves while the second factor is turned on is asked, and told that it is on", async ({
  open,
}) => {
  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/settings");
  await section(page, "Two-factor authentication").getByRole("link", { name: "Set up" }).click();
  const key = await readKey(page, customer.password);
  const goOn = await holdBack(page, /\/api\/user\/mfa\/confirm$/);
  await page.getByLabel("Six-digit code").fill(authenticatorCode(key, 1));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: "Turning on..." })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(leaving(page)).toContainText("Two-factor authentication is being turned on");
  await leaving(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Turning on..." })).toBeVisible();

  await page.getByRole("link", { name: "Cancel" }).click();
  await leaving(page).getByRole("button", { name: "Leave" }).click();
  await expect(section(page, "Two-factor authentication")).toContainText("Off");
  goOn();
  await expect(shownToast(page)).toContainText("Two-factor authentication is on");
  await expect(shownToast(page)).toContainText("You can make new recovery codes in your settings.");
  await expect(section(page, "Two-factor authentication")).toContainText("10 recovery codes left.");
});

test("who leaves while recovery codes are renewed is asked, and told that the old ones are gone", async ({
  open,
}) => {
  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/two-factor?from=%2Fchangelog");
  const { codes } = await setUpMfa(page, customer.password);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/\/changelog$/);
  await untilHydrated(page);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(section(page, "Two-factor authentication")).toContainText("10 recovery codes left.");
  const goOn = await holdBack(page, /\/api\/user\/mfa\/recovery-codes$/);
  await askForCodes(page, customer.password, codes[0] ?? "");
  await expect(page.getByRole("button", { name: "Renewing..." })).toBeVisible();
  await page.goBack();
  await expect(leaving(page)).toContainText("The recovery codes are not shown again.");
  await leaving(page).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
  goOn();
  await expect(shownToast(page)).toContainText("Your old recovery codes no longer work");
});

test("another account can be chosen instead of a code", async ({ open, complaints }) => {
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/two-factor");
  await setUpMfa(page, customer.password);
  const login = await open(acme);
  await goTo(login, "/login");
  await logIn(login, customer, customer.password);
  await login.getByRole("button", { name: "Use another account" }).press("Enter");
  await expect(login.getByLabel("Work email")).toBeFocused();
  await expect(login.getByLabel("Work email")).toHaveValue(customer.username);
  await expect(login.getByLabel("Password", { exact: true })).toHaveValue("");
  const other = await newCustomer();
  await logIn(login, other, other.password);
  await expect(login).toHaveURL(/\/roadmap$/);
});
