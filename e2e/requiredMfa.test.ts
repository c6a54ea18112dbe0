import { mfaApi } from "#contract/mfa.ts";
import { acme, acmeAdmin, acmeCustomer, product, signIn, superAdmin } from "./support/accounts.ts";
import { authenticatorCode } from "./support/authenticatorCode.ts";
import { callApi } from "./support/callApi.ts";
import { fieldOf } from "./support/fillIn.ts";
import { addressOf, goTo } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { runSql } from "./support/runSql.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";

test("admins who need a second factor are led to it, and go on afterwards", async ({ open }) => {
  const page = await open(await signIn(superAdmin, product));
  await goTo(page, "/admin/site-settings");
  await page.getByRole("switch", { name: "Require two-factor authentication for admins" }).check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toContainText("Site settings updated successfully");
  try {
    await page.getByRole("link", { name: "User Management" }).click();
    await expect(page.getByRole("main")).toContainText("Admins need a second factor here.");
    await expect.poll(() => addressOf(page)).toBe("/two-factor?from=%2Fadmin%2Fusers");

    const admin = await open(await signIn(acmeAdmin, acme));
    await goTo(admin, "/company/boards");
    await expect.poll(() => addressOf(admin)).toBe("/two-factor?from=%2Fcompany%2Fboards");
    await admin.getByLabel("Password", { exact: true }).fill(acmeAdmin.password);
    await admin.keyboard.press("Enter");
    const key = (await admin.locator("code").textContent()) ?? "";
    await admin.getByLabel("Six-digit code").fill(authenticatorCode(key));
    await admin.keyboard.press("Enter");
    await admin.getByRole("button", { name: "Done" }).click();
    await expect(admin).toHaveURL(/\/company\/boards$/);
    await expect(admin.getByRole("heading", { name: "Feedback Boards" })).toBeVisible();
    await goTo(admin, "/settings");
    await expect(admin.getByRole("region", { name: "Two-factor authentication" })).toContainText(
      "Required for admins here.",
    );

    const customer = await open(await signIn(acmeCustomer, acme));
    await goTo(customer, "/settings");
    await expect.poll(() => addressOf(customer)).toBe("/settings");
  } finally {
    await runSql("delete from authenticator", []);
    await runSql("update site_settings set require_admin_mfa = false", []);
  }
});

test("admins who have set up the second factor may leave for any page", async ({ open }) => {
  await runSql("update site_settings set require_admin_mfa = true", []);
  try {
    const page = await open(await signIn(acmeAdmin, acme));
    await goTo(page, "/two-factor");
    await expect(page.getByRole("main")).toContainText("Admins need a second factor here.");
    await page.getByLabel("Password", { exact: true }).fill(acmeAdmin.password);
    await page.keyboard.press("Enter");
    const key = (await page.locator("code").textContent()) ?? "";
    await page.getByLabel("Six-digit code").fill(authenticatorCode(key));
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Recovery codes" }).waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Changelog" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave this page?" });
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible();
    expect(addressOf(page)).toBe("/changelog");
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await expect(page.getByRole("region", { name: "Two-factor authentication" })).toContainText(
      "10 recovery codes left.",
    );
  } finally {
    await runSql("delete from authenticator", []);
    await runSql("update site_settings set require_admin_mfa = false", []);
  }
});

test("a super admin turns off a second factor that was lost", async ({ open }) => {
  const lost = await signIn(acmeCustomer, acme);
  const { body } = await callApi(lost, mfaApi.setup, { body: { password: acmeCustomer.password } });
  await callApi(lost, mfaApi.confirm, { body: { code: authenticatorCode(body.secret) } });
  const page = await open(await signIn(superAdmin, product));
  await goTo(page, `/admin/users?search=${acmeCustomer.username}`);
  await page.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  const turnOff = dialog.getByRole("button", { name: "Turn off two-factor" });
  await fieldOf(dialog, "Full name").fill("Half a thought");
  await turnOff.click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(acmeCustomer.username);
  await question.getByRole("button", { name: "Turn off" }).click();
  await expect(shownToast(page)).toContainText("Two-factor authentication turned off successfully");
  await expect(question).toBeHidden();
  await expect(turnOff).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "End sessions" })).toBeFocused();
  await expect(fieldOf(dialog, "Full name")).toHaveValue("Half a thought");
  await signIn(acmeCustomer, acme);
});
