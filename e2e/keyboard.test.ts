import type { Page } from "@playwright/test";
import { acme, acmeAdmin, acmeCustomer, newCustomer, signedIn } from "./support/accounts.ts";
import { itemTitled, newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { findInvisibleFocus } from "./support/findInvisibleFocus.ts";
import { originOf } from "./support/portalAddress.ts";
import { expect, test } from "./support/test.ts";

test("the first Tab leads past the header to the content", async ({ open }) => {
  const page = await open(acme);
  for (const path of ["/roadmap", "/login"]) {
    await goTo(page, path);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: /^Skip to/ });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  }
});

for (const stage of ["list", "item"]) {
  test(`the focus can be seen at every stop of the ${stage} page`, async ({ open }) => {
    const { id } = await itemTitled(acme, "Track time from a browser extension");
    const page = await open(await signedIn(acmeAdmin, acme), {
      viewport: { width: 1280, height: 900 },
    });
    await goTo(page, stage === "item" ? `/feedback/${String(id)}` : "/feedback?status=planned");
    // The button of a menu that has just come takes the first one's place, which would confuse the comparison.
    await expect(page.locator('[aria-haspopup="menu"]:not([data-state])')).toHaveCount(0);
    expect(await findInvisibleFocus(page, 24)).toEqual([]);
  });
}

test("/ finds the search, c submits, ? lists the keys", async ({ open }) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  for (const path of ["/feedback", "/board/time-tracking"]) {
    await goTo(page, path);
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await expect(page.getByRole("searchbox")).toHaveValue("");
    await page.keyboard.type("c?/");
    await expect(page.getByRole("searchbox")).toHaveValue("c?/");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await goTo(page, "/changelog");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Focus the search");
  await page.keyboard.press("/");
  await expect(keys).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Feedback" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Feedback");
  await page.keyboard.press("?");
  await expect(keys).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Changelog");
  await expect(keys).toBeHidden();
});

test("a visitor who presses c is led to sign in and then into the dialog", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/feedback");
  await page.keyboard.press("c");
  const from = encodeURIComponent("/feedback?submit=1");
  await expect(page).toHaveURL(`${originOf(acme.host)}/login?from=${from}`);
});

/** Whether the focus stays inside the open dialog through so many Tabs, forwards and backwards. */
async function isTrapped(page: Page, stops: number): Promise<boolean> {
  const isInside = () =>
    page.evaluate(() => document.activeElement?.closest("[role$=dialog]") !== null);
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press(key);
      if (!(await isInside())) return false;
    }
  }
  return true;
}

test("dialogs keep the focus while they are open and give it back", async ({ open }) => {
  const { id } = await itemTitled(acme, "Track time from a browser extension");
  const page = await open(await signedIn(acmeAdmin, acme));
  const visits = [
    { path: "/feedback", opener: "Submit Feedback", role: "dialog" },
    { path: `/feedback/${String(id)}`, opener: "Edit", role: "dialog" },
    { path: `/feedback/${String(id)}`, opener: "Delete", role: "alertdialog" },
  ] as const;
  for (const { path, opener, role } of visits) {
    await goTo(page, path);
    const button = page.getByRole("button", { name: opener, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole(role)).toBeVisible();
    expect(await isTrapped(page, 10), opener).toBe(true);
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test("the account menu is walked with arrows and closed with Escape", async ({ open }) => {
  const page = await open(await signedIn(acmeCustomer, acme));
  await goTo(page, "/roadmap");
  const button = page.getByRole("button", { name: /^Account menu/ });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(button).toBeFocused();
});

test("going to another page puts the focus on its content", async ({ open }) => {
  const page = await open(acme);
  await goTo(page, "/roadmap");
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Changelog" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Changelog");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveTitle(/^Changelog · /);
});

test("voting and opening an item need no mouse", async ({ open }) => {
  const customer = await newCustomer();
  const { title } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback?search=${encodeURIComponent(title)}`);
  const card = page.getByRole("article");
  await card.getByRole("button").focus();
  await page.keyboard.press("Space");
  await expect(card.getByRole("button")).toHaveAccessibleName(`Vote for ${title}, 1 vote`);
  await card.getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("a menu whose button is pressed before its code is here opens once it is, on its first entry", async ({
  open,
}) => {
  const page = await open(acme);
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/ThemeMenuPanel-/, async (route) => {
    await held;
    await route.continue();
  });
  await goTo(page, "/feedback");
  const button = page.getByRole("button", { name: "Theme" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toHaveCount(0);
  release();
  await expect(page.getByRole("menuitemradio").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});
