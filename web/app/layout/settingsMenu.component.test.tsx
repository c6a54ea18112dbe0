import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { apiKeysApi } from "#contract/apiKeys.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { exportsApi } from "#contract/exports.ts";
import { importsApi } from "#contract/imports.ts";
import { moderationApi } from "#contract/moderation.ts";
import { reportsApi } from "#contract/reports.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { companySignOnApi } from "#contract/companySignOn.ts";
import { changelogApi } from "#contract/changelog.ts";
import { changelogSubscribersApi } from "#contract/changelogSubscribers.ts";
import { dashboardApi, dashboardExamples } from "#contract/dashboard.ts";
import { mailDeliveriesApi } from "#contract/mailDeliveries.ts";
import { mailSuppressionsApi } from "#contract/mailSuppressions.ts";
import { membersApi } from "#contract/members.ts";
import { signedTokensApi, signedTokensExamples } from "#contract/signedTokens.ts";
import { webhooksApi } from "#contract/webhooks.ts";
import { pageOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";

const SCREENS = {
  "/company": "Dashboard",
  "/company/settings": "Company Profile",
  "/company/settings/logo": "Logo Management",
  "/company/settings/brand": "Brand Settings",
  "/company/settings/domain": "Domain Settings",
  "/company/settings/sign-on": "Sign-on",
  "/company/boards": "Manage Boards",
  "/company/categories": "Categories",
  "/company/changelog": "Changelog",
  "/company/subscribers": "Subscribers",
  "/company/members": "Members",
  "/company/moderation": "Moderation",
  "/company/mail": "Mail",
  "/company/api": "API and webhooks",
  "/company/data": "Import and Export",
  "/company/audit-log": "Audit log",
};

const menu = () => page.getByRole("navigation", { name: "Company settings" });
const menuButton = () => menu().getByRole("button");
const level2 = (name: string) => page.getByRole("heading", { level: 2, name });

const adminServer = () =>
  settingsServer(settingsData())
    .respond(changelogApi.list, pageOf([]))
    .respond(changelogApi.listLabels, [])
    .respond(changelogSubscribersApi.list, pageOf([]))
    .respond(membersApi.list, pageOf([]))
    .respond(dashboardApi.ofCompany, dashboardExamples.readCompanyDashboard.response)
    .respond(invitationsApi.list, pageOf([]))
    .respond(mailDeliveriesApi.listOfCompany, pageOf([]))
    .respond(mailSuppressionsApi.list, pageOf([]))
    .respond(companySignOnApi.read, {
      provider: null,
      callbackUrls: [],
      signedOutUrls: [],
      domains: [],
    })
    .respond(signedTokensApi.read, signedTokensExamples.readApplicationSignIn.response)
    .respond(apiKeysApi.list, [])
    .respond(webhooksApi.list, [])
    .respond(exportsApi.list, [])
    .respond(importsApi.list, [])
    .respond(moderationApi.list, pageOf([]))
    .respond(reportsApi.list, pageOf([]))
    .respond(blockedAccountsApi.list, pageOf([]))
    .respond(auditLogApi.listOfCompany, pageOf([]));

test("the menu of the company settings links to every screen and marks the link of the open screen", async () => {
  const { address } = await openPage(adminServer(), "/roadmap");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Company Settings" }).click();
  await expect.element(menu().getByRole("link")).toHaveLength(Object.keys(SCREENS).length);
  const links = menu().getByRole("link").elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(Object.values(SCREENS));
  for (const [path, label] of Object.entries(SCREENS)) {
    const link = menu().getByRole("link", { name: label, exact: true });
    await link.click();
    await expect.poll(address).toBe(path);
    await expect.element(link).toHaveAttribute("aria-current", "page");
    expect(menu().element().querySelectorAll("[aria-current=page]")).toHaveLength(1);
    await expect
      .element(page.getByRole("heading", { level: 1 }))
      .toHaveTextContent("Company Settings");
    await expect.element(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  }
  const poweredBy = page.getByRole("main").getByRole("link", { name: /^Powered by/ });
  await expect.element(poweredBy).toHaveAttribute("target", "_blank");
});

test("on a phone, the settings menu is collapsed at first, and a link that is focused with Tab is followed only when Enter is pressed", async () => {
  await page.viewport(375, 740);
  const { address } = await openPage(adminServer(), "/company/settings");
  await expect.element(menuButton()).toHaveAccessibleName("Company settings: Company Profile");
  await pressKeys(menuButton(), "{Enter}");
  await userEvent.keyboard("{Tab}".repeat(8));
  await expect.element(menu().getByRole("link", { name: "Categories" })).toHaveFocus();
  expect(address()).toBe("/company/settings");
  await userEvent.keyboard("{Enter}");
  await expect.element(level2("Categories")).toBeVisible();
  expect(address()).toBe("/company/categories");
  await expect.element(menuButton()).toHaveAttribute("aria-expanded", "false");
});

test("on a phone, Escape or the link of the current screen collapses the open settings menu", async () => {
  await page.viewport(375, 740);
  const { address } = await openPage(adminServer(), "/company/settings/brand");
  for (const key of ["{Escape}", "{Enter}"]) {
    await pressKeys(menuButton(), "{Enter}");
    await pressKeys(menu().getByRole("link", { name: "Brand Settings" }), key);
    await expect.element(menuButton()).toHaveAttribute("aria-expanded", "false");
    await expect.element(menuButton()).toHaveFocus();
  }
  expect(address()).toBe("/company/settings/brand");
});
