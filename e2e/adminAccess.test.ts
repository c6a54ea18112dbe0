import { acme, product, signedIn, superAdmin } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { goTo } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { expect, test } from "./support/test.ts";
import { visitPage } from "./support/visitPage.ts";

const SCREENS = {
  "/admin/settings": "Dashboard",
  "/admin/companies": "Companies",
  "/admin/users": "User Management",
  "/admin/site-settings": "Site Settings",
  "/admin/brand-settings": "Brand Settings",
  "/admin/landing-page": "Landing Page",
  "/admin/content": "Content Management",
  "/admin/mail": "Mail",
  "/admin/audit-log": "Audit log",
};

test("the admin console's menu has a link to every screen and marks the link of the open screen", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, "/roadmap");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Site Settings" }).click();
  await expect(page).toHaveURL(`${originOf(product.host)}/admin/site-settings`);
  const menu = page.getByRole("navigation", { name: "Admin console" });
  await expect(menu.getByRole("link")).toHaveText(Object.values(SCREENS));
  await expect(menu.getByRole("list", { name: "Site Management" }).getByRole("link")).toHaveCount(
    6,
  );
  for (const [path, label] of Object.entries(SCREENS)) {
    await menu.getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(originOf(product.host) + path);
    await expect(menu.locator("[aria-current=page]")).toHaveText(label);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Console");
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  }
});

test("leaving a screen of the admin console while its data is loading causes no error", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, "/admin/site-settings");
  const letGo = await holdBack(page, /\/api\/admin\/dashboard$/);
  const menu = page.getByRole("navigation", { name: "Admin console" });
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(menu.locator("[aria-current=page]")).toHaveText("Dashboard");
  await menu.getByRole("link", { name: "Site Settings" }).click();
  await expect(menu.locator("[aria-current=page]")).toHaveText("Site Settings");
  letGo();
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
});

test("every screen of the admin console on a company's host, and the screen of mails on the product's host, hydrate without messages in the browser console", async ({
  open,
}) => {
  // adminWellMade.test.ts opens all other screens on the product's host.
  const provider = await open(await signedIn(superAdmin, product));
  await visitPage(provider, "/admin/mail", "Admin Console");
  const page = await open(await signedIn(superAdmin, acme));
  for (const path of Object.keys(SCREENS)) await visitPage(page, path, "Admin Console");
});
