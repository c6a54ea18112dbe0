import type { Page } from "@playwright/test";
import type { SignedIn } from "./support/accounts.ts";
import {
  acme,
  acmeAdmin,
  acmeCustomer,
  globexAdmin,
  newCompany,
  product,
  signedIn,
  signIn,
  superAdmin,
} from "./support/accounts.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { originOf } from "./support/portalAddress.ts";
import { runSql } from "./support/runSql.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { expect, test } from "./support/test.ts";

const SCREENS = {
  "/company/settings": "Company Profile",
  "/company/settings/logo": "Logo Management",
  "/company/settings/brand": "Brand Settings",
  "/company/settings/domain": "Domain Settings",
  "/company/boards": "Manage Boards",
  "/company/categories": "Categories",
  "/company/audit-log": "Audit Log",
};

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

/** A super admin who has a company, which no screen makes. */
async function superAdminWithCompany(): Promise<SignedIn> {
  const { admin } = await newCompany();
  await runSql("update user_account set role = 'super_admin' where username = $1", [
    admin.username,
  ]);
  return signIn(admin, product);
}

test("the account menu has the links of each role, and no others", async ({ open }) => {
  const submit = "Submit Feedback(opens in a new tab)";
  const menus: [SignedIn, string, string[]][] = [
    [await signedIn(acmeCustomer, acme), "User", ["Profile"]],
    [await signedIn(acmeAdmin, acme), "Company admin", [submit, "Company Settings", "Profile"]],
    [await signedIn(superAdmin, product), "Super admin", ["Site Settings", "Profile"]],
    [
      await superAdminWithCompany(),
      "Super admin",
      ["Site Settings", submit, "Company Settings", "Profile"],
    ],
  ];
  for (const [who, role, links] of menus) {
    const page = await open(who);
    await goTo(page, "/roadmap");
    await openMenu(page);
    const menu = page.getByRole("menu");
    await expect(menu).toContainText(who.username);
    await expect(menu).toContainText(role);
    expect(await menu.getByRole("menuitem").allTextContents()).toEqual([...links, "Log out"]);
  }
});

test("the left menu leads to every screen, and says which one is open", async ({ open }) => {
  const page = await open(await signedIn(acmeAdmin, acme), {
    viewport: { width: 1280, height: 900 },
  });
  await goTo(page, "/roadmap");
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Company Settings" }).click();
  const menu = page.getByRole("navigation", { name: "Company settings" });
  await expect(menu.getByRole("link")).toHaveText(Object.values(SCREENS));
  for (const [path, label] of Object.entries(SCREENS)) {
    await menu.getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(originOf(acme.host) + path);
    await expect(menu.locator("[aria-current=page]")).toHaveText(label);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Company Settings");
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  }
  const poweredBy = page.getByRole("main").getByRole("link", { name: /^Powered by/ });
  await expect(poweredBy).toHaveAttribute("target", "_blank");
});

test("on a phone the menu is folded, and goes where one presses Enter", async ({ open }) => {
  const page = await open(await signedIn(acmeAdmin, acme), {
    viewport: { width: 375, height: 740 },
  });
  await goTo(page, "/company/settings");
  const menu = page.getByRole("navigation", { name: "Company settings" });
  const button = menu.getByRole("button");
  await expect(button).toHaveAccessibleName("Company settings: Company Profile");
  await button.press("Enter");
  for (let stops = 0; stops < 6; stops += 1) await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Categories" })).toBeFocused();
  await expect(page).toHaveURL(`${originOf(acme.host)}/company/settings`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${originOf(acme.host)}/company/categories`);
  await expect(page.getByRole("heading", { level: 2, name: "Categories" })).toBeVisible();
  await expect(button).toHaveAttribute("aria-expanded", "false");
});

test("the folded menu folds again by Escape and by the link of the screen one is on", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeAdmin, acme), {
    viewport: { width: 375, height: 740 },
  });
  await goTo(page, "/company/settings/brand");
  const menu = page.getByRole("navigation", { name: "Company settings" });
  const button = menu.getByRole("button");
  for (const key of ["Escape", "Enter"]) {
    await button.press("Enter");
    await menu.getByRole("link", { name: "Brand Settings" }).press(key);
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(button).toBeFocused();
  }
  await expect(page).toHaveURL(`${originOf(acme.host)}/company/settings/brand`);
});

test("every screen hydrates in silence, on the company's host and on the product's", async ({
  open,
}) => {
  for (const place of [acme, product]) {
    const page = await open(await signedIn(acmeAdmin, place));
    for (const path of Object.keys(SCREENS)) {
      expect((await goTo(page, path)).status(), path).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Company Settings");
    }
  }
});

test("others are sent to /, and visitors to sign in", async () => {
  const strangers = [
    await signedIn(acmeCustomer, acme),
    await signedIn(acmeCustomer, product),
    await signedIn(globexAdmin, acme),
    await signedIn(superAdmin, product),
  ];
  for (const path of Object.keys(SCREENS)) {
    for (const stranger of strangers) {
      const { status, headers } = await sendRequest(stranger, path);
      expect([status, headers.location], `${stranger.username} at ${stranger.host}${path}`).toEqual(
        [302, "/"],
      );
    }
    for (const place of [acme, product]) {
      const { status, headers } = await sendRequest(place, path);
      expect([status, headers.location]).toEqual([302, `/login?from=${encodeURIComponent(path)}`]);
    }
  }
});

test("a customer who follows a link to the settings ends on the roadmap", async ({ open }) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  await page.goto("/company/boards");
  await untilHydrated(page);
  await expect(page).toHaveURL(`${originOf(acme.host)}/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Product Roadmap");
});

test("Submit Feedback leads from the product's host into the company's portal, signed in, only once", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeAdmin, product));
  await goTo(page, "/changelog");
  const addresses: string[] = [];
  page.context().on("request", (request) => addresses.push(request.url()));
  await openMenu(page);
  const [portal] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("menuitem", { name: /^Submit Feedback/ }).click(),
  ]);
  await expect(portal).toHaveURL(`${originOf(acme.host)}/feedback?submit=1`);
  await untilHydrated(portal);
  await expect(portal.getByRole("dialog", { name: "Submit Feedback" })).toBeVisible();
  await expect(portal.getByRole("dialog").getByLabel("Title")).toBeFocused();
  await portal.keyboard.press("Escape");
  await expect(portal.getByRole("button", { name: /^Account menu/ })).toBeVisible();

  const entrance = addresses.find((address) => address.includes("/api/handoff?code="));
  const thief = await open(acme);
  await thief.goto(entrance ?? "about:blank");
  await expect(thief).toHaveURL(
    `${originOf(acme.host)}/login?from=${encodeURIComponent("/feedback?submit=1")}`,
  );
});

test("a customer without a company of their own is sent home by the hand-off, a visitor to sign in", async () => {
  const handOff = async (place: Parameters<typeof sendRequest>[0]) => {
    const { status, headers } = await sendRequest(place, "/api/feedback-portal");
    return [status, headers.location];
  };
  expect(await handOff(await signedIn(superAdmin, product))).toEqual([302, "/"]);
  expect(await handOff(product)).toEqual([302, "/login?from=%2Fapi%2Ffeedback-portal"]);
});
