import type { Page } from "@playwright/test";
import type { SignedIn } from "./support/accounts.ts";
import { acme, newCustomer } from "./support/accounts.ts";
import { authenticatorCode } from "./support/authenticatorCode.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const state = (page: Page) => section(page, "Two-factor authentication");

/**
 * Sets up the second factor in the settings. Returns the authenticator app's key and the recovery
 * codes.
 */
async function setUp(page: Page, password: string): Promise<{ key: string; codes: string[] }> {
  await state(page).getByRole("link", { name: "Set up" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const code = section(page, "2. Your authenticator app").locator("code");
  const key = (await code.textContent()) ?? "";
  await page.getByLabel("Six-digit code").fill(authenticatorCode(key));
  // Waits for the response, because the server hashes ten recovery codes, each as slowly as a
  // password.
  const confirmed = page.waitForResponse(/\/api\/user\/mfa\/confirm$/);
  await page.keyboard.press("Enter");
  await confirmed;
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  const texts = await codes.allTextContents();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(state(page)).toContainText("10 recovery codes left.");
  return { key, codes: texts };
}

/** Logs in on the login page, which asks first for the password and then for the code. */
async function logIn(page: Page, { username, password }: SignedIn, code: string): Promise<void> {
  await page.getByLabel("Work email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByLabel("Two-factor code").fill(code);
  await page.keyboard.press("Enter");
}

test("a user sets up a second factor, logs in with a code, and turns the factor off with a recovery code", async ({
  open,
  complaints,
}) => {
  test.slow();
  complaints.expect(/status of 401/);
  const customer = await newCustomer();
  const page = await open(customer);
  await goTo(page, "/settings");
  const { key, codes } = await setUp(page, customer.password);

  const login = await open(acme);
  await goTo(login, "/login?from=%2Fsettings");
  // A code works only once, so this is the code of the next 30 seconds.
  await logIn(login, customer, authenticatorCode(key, 1));
  await expect.poll(() => addressOf(login)).toBe("/settings");
  await untilHydrated(login);
  await login.getByRole("button", { name: "Turn off" }).click();
  const dialog = login.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(customer.password);
  await dialog.getByLabel("Two-factor code").fill(codes[0] ?? "");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(state(login)).toContainText("Off");

  await section(login, "Sessions")
    .getByRole("button", { name: /^End session/ })
    .click();
  await expect(section(login, "Sessions").getByRole("listitem")).toHaveCount(1);
  await goTo(page, "/settings");
  await expect.poll(() => addressOf(page)).toBe("/login?from=%2Fsettings");
});
