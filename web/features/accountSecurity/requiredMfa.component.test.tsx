import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mfaApi } from "#contract/mfa.ts";
import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import { importedPostsApi } from "#contract/importedPosts.ts";
import { sessionsApi } from "#contract/sessions.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { accountData } from "#web/testing/accountServer.ts";
import type { AcmeData } from "#web/testing/acmeServer.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { anAdmin, pageOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import type { ScriptedServer } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const main = () => page.getByRole("main");
const codes = () => page.getByRole("list", { name: "Recovery codes" });
const card = () => page.getByRole("region", { name: "Two-factor authentication" });

/**
 * Makes a server require a second factor of the signed-in admin and respond to the setup requests.
 */
function withMfa(server: ScriptedServer, data: AcmeData): ScriptedServer {
  const status = { isOn: false, isRequired: true, recoveryCodesLeft: 0 };
  const secret = "JBSWY3DPEHPK3PXP";
  return server
    .respond(mfaApi.status, () => status)
    .respond(mfaApi.setup, { secret, uri: `otpauth://totp/Hearback?secret=${secret}` })
    .respond(mfaApi.confirm, () => {
      Object.assign(status, { isOn: true, recoveryCodesLeft: 10 });
      if (data.user) data.user = { ...data.user, mustSetUpMfa: false };
      const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-${String(index)}`);
      return { recoveryCodes };
    })
    .respond(sessionsApi.list, pageOf([]))
    .respond(importedPostsApi.list, pageOf([]))
    .respond(notificationSettingsApi.read, accountData().notificationSettings);
}

/** Creates a server for Acme's host with a signed-in admin who lacks the required second factor. */
function adminWithoutMfa(): ScriptedServer {
  const data = acmeData({ user: anAdmin({ mustSetUpMfa: true }) });
  return withMfa(acmeServer(data), data);
}

/** Sets up the second factor by keyboard until the recovery codes are displayed. */
async function setUpMfa(): Promise<void> {
  await expect.element(main()).toMatchTextContent("Admins need a second factor here.");
  await page.getByLabelText("Password", { exact: true }).fill("a long password");
  await userEvent.keyboard("{Enter}");
  await page.getByLabelText("Six-digit code").fill("123456");
  await userEvent.keyboard("{Enter}");
  await expect.element(codes().getByRole("listitem")).toHaveLength(10);
}

test("a super admin who requires a second factor of admins is redirected to set up their own second factor", async () => {
  const data = consoleData();
  const server = withMfa(consoleServer(data), data).respond(
    siteSettingsApi.update,
    (_call, before) => {
      if (data.user) data.user = { ...data.user, mustSetUpMfa: true };
      return before();
    },
  );
  const { address } = await openPage(server, "/admin/site-settings");
  await page.getByRole("switch", { name: "Require two-factor authentication for admins" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.element(shownToast()).toMatchTextContent("Site settings updated successfully");
  await page.getByRole("link", { name: "User Management" }).click();
  await expect.element(main()).toMatchTextContent("Admins need a second factor here.");
  expect(address()).toBe("/two-factor?from=%2Fadmin%2Fusers");
});

test("an admin who has set up the required second factor continues to the requested page", async () => {
  const server = adminWithoutMfa();
  const { documentLoads, reload } = await openPage(server, "/two-factor?from=%2Fcompany%2Fboards");
  await setUpMfa();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "push", address: "/company/boards" }]);
  await reload("/company/boards");
  await expect.element(page.getByRole("heading", { name: "Feedback Boards" })).toBeVisible();
  await reload("/settings");
  await expect.element(card()).toMatchTextContent("Required for admins here.");
});

test("after the setup of a required second factor, leaving the page that shows the recovery codes needs a confirmation, and the admin can then open other pages", async () => {
  const { address } = await openPage(adminWithoutMfa(), "/two-factor");
  await setUpMfa();
  await page.getByRole("banner").getByRole("link", { name: "Changelog" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave this page?" });
  await question.getByRole("button", { name: "Leave" }).click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Changelog");
  expect(address()).toBe("/changelog");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect.element(card()).toMatchTextContent("10 recovery codes left.");
});
