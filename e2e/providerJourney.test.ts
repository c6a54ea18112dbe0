import type { Page } from "@playwright/test";
import type { Account } from "./support/accounts.ts";
import { acme, acmeAdmin, newEmail, product, signIn, superAdmin } from "./support/accounts.ts";
import { authenticatorCode } from "./support/authenticatorCode.ts";
import { downloadText } from "./support/downloadText.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { addressOf, goTo, untilHydrated } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { runSql } from "./support/runSql.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };

/** Follows a link of the admin console's menu. */
async function follow(page: Page, screen: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Admin console" });
  await menu.getByRole("link", { name: screen, exact: true }).click();
  await expect(menu.locator("[aria-current=page]")).toHaveText(screen);
}

/** Creates an account and returns it with the temporary password from the clipboard. */
async function createUser(page: Page, username: string): Promise<Account> {
  await follow(page, "User Management");
  await page.getByRole("button", { name: "Add User" }).click();
  const form = page.getByRole("dialog", { name: "Create New User" });
  await fillIn(form, {
    "Username (email)": username,
    "Full name": "Ida Invited",
    "Company name": "Short Lived",
  });
  await form.getByRole("radio", { name: "Founds a new company: Short Lived" }).click();
  await form.getByRole("button", { name: "Create User" }).click();
  const shown = page.getByRole("dialog", { name: "Temporary password" });
  await shown.getByRole("button", { name: "Copy password" }).click();
  await expect(shown.getByText("Copied")).toBeAttached();
  const password = await page.evaluate(() => navigator.clipboard.readText());
  await expect(shown.getByRole("code")).toHaveText(password);
  await shown.getByRole("button", { name: "Done" }).click();
  return { username, password };
}

/**
 * Logs in with a temporary password. The user must change this password before using other pages.
 */
async function enterWithTemporary(page: Page, account: Account): Promise<void> {
  await goTo(page, "/login");
  await fieldOf(page, "Work email").fill(account.username);
  await fieldOf(page, "Password").fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await expect.poll(() => addressOf(page)).toBe("/change-password?from=%2Froadmap");
  await untilHydrated(page);
  await fillIn(page, {
    "Current password": account.password,
    "New password": "a password of my own",
  });
  await page.getByRole("button", { name: "Change password" }).click();
  await expect.poll(() => addressOf(page)).toBe("/roadmap");
  await untilHydrated(page);
  await expect(shownToast(page)).toHaveText(/^Password changed successfully/);
  await goTo(page, "/company/settings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Company Settings");
}

async function addFaq(page: Page, question: string): Promise<void> {
  await follow(page, "Content Management");
  await page.getByRole("button", { name: "Add FAQ" }).click();
  const form = page.getByRole("dialog", { name: "Add FAQ" });
  await fillIn(form, { Question: question, Answer: "Yes." });
  await form.getByRole("button", { name: "Add FAQ" }).click();
  await expect(shownToast(page)).toHaveText(/^FAQ created successfully/);
}

/**
 * Renames a company and expects the new name on its host at once. Then deletes the company and
 * expects that its host responds with 404.
 */
async function renameAndDelete(page: Page, before: string, after: string): Promise<void> {
  const companyPortal = { host: "short-lived.localhost" };
  await follow(page, "Companies");
  const search = page.getByRole("searchbox", { name: "Search companies" });
  await search.fill(before);
  await page.getByRole("button", { name: `Edit ${before}` }).click();
  const form = page.getByRole("dialog", { name: "Edit Company" });
  await fillIn(form, { "Company Name": after });
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(shownToast(page)).toHaveText(/^Company updated successfully/);
  const { status, content } = await sendRequest(companyPortal, "/roadmap");
  expect(status).toBe(200);
  expect(content).toContain(`<title>Product Roadmap · ${after} · Voices</title>`);

  await search.fill(after);
  await page.getByRole("button", { name: `Delete ${after}` }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete company" });
  await dialog.getByLabel("Type the company's name to confirm").fill(after);
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(shownToast(page)).toHaveText(/^Company deleted successfully/);
  expect((await sendRequest(companyPortal, "/roadmap")).status).toBe(404);
}

/**
 * Requires a second factor of admins. The provider has no second factor and is therefore redirected
 * to the page on which to set it up.
 */
async function requireMfa(page: Page): Promise<void> {
  await follow(page, "Site Settings");
  await page.getByRole("switch", { name: "Require two-factor authentication for admins" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(shownToast(page)).toContainText("Site settings updated successfully");
  await page.getByRole("link", { name: "User Management" }).click();
  await expect.poll(() => addressOf(page)).toBe("/two-factor?from=%2Fadmin%2Fusers");
}

/** Opens a page, sets up the required second factor, and expects to return to the page. */
async function setUpMfa(page: Page, { password }: Account): Promise<void> {
  await goTo(page, "/company/boards");
  await expect.poll(() => addressOf(page)).toBe("/two-factor?from=%2Fcompany%2Fboards");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  const key = (await page.locator("code").textContent()) ?? "";
  await page.getByLabel("Six-digit code").fill(authenticatorCode(key));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => addressOf(page)).toBe("/company/boards");
  await expect(page.getByRole("heading", { name: "Feedback Boards" })).toBeVisible();
}

test("the provider renames the site, creates an admin, adds content, renames and deletes a company, reads the audit log and requires a second factor of admins", async ({
  open,
}) => {
  test.slow();
  const provider = await open(await signIn(superAdmin, product), WIDE);
  await provider.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await goTo(provider, "/admin/site-settings");
  await fillIn(provider, { "Site name": "Voices" });
  await provider.getByRole("button", { name: "Save changes" }).click();
  await expect(provider).toHaveTitle("Site Settings · Voices");
  const account = await createUser(provider, newEmail());
  await addFaq(provider, "Is it safe?");

  const visitor = await open(product, WIDE);
  await goTo(visitor, "/");
  await expect(visitor).toHaveTitle("Voices");
  await expect(visitor.getByText("Is it safe?")).toBeVisible();
  await enterWithTemporary(visitor, account);

  await renameAndDelete(provider, "Short Lived", "Long Lived");
  await visitor.reload();
  await untilHydrated(visitor);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Welcome back");

  await follow(provider, "Audit log");
  const log = provider.getByRole("table", { name: "Audit log" });
  for (const entry of ["Deleted the company", "Created an FAQ", "Created a user"]) {
    await expect(log.getByText(entry, { exact: true }).first()).toBeVisible();
  }
  const { name, text } = await downloadText(provider, () =>
    provider.getByRole("link", { name: "Export CSV" }).click(),
  );
  expect(name).toBe("audit-log.csv");
  expect(text).toContain(`"${superAdmin.username}","company.delete","Long Lived"`);

  try {
    await requireMfa(provider);
    await setUpMfa(await open(await signIn(acmeAdmin, acme)), acmeAdmin);
  } finally {
    // The requirement is removed first. Otherwise requests of the open pages would be refused as
    // soon as the admins have no second factor.
    await runSql("update site_settings set require_admin_mfa = false", []);
    await runSql("delete from authenticator", []);
  }
});
