import type { Page } from "@playwright/test";
import { acme, acmeCustomer, signedIn } from "./support/accounts.ts";
import { goTo, PHONE } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

/** Whether the page is drawn light on dark, by the brightness of its background, 0 to 255. */
async function isDark(page: Page): Promise<boolean> {
  const brightness = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    if (!canvas) throw new Error("There is no canvas");
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[0] ?? 0;
  });
  return brightness < 100;
}

test("the page follows the system, also when that changes", async ({ open }) => {
  const page = await open(acme, { colorScheme: "dark" });
  const html = await (await goTo(page, "/feedback")).text();
  expect(html.slice(0, 200)).toContain('data-theme="system"');
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await isDark(page)).toBe(false);
});

test("a chosen theme holds against the system, from the first byte after a reload", async ({
  open,
}) => {
  const page = await open(acme, { colorScheme: "light" });
  await goTo(page, "/feedback");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  expect(await isDark(page)).toBe(true);
  const html = await (await goTo(page, "/changelog")).text();
  expect(html.slice(0, 200)).toContain('data-theme="dark"');
  expect(await isDark(page)).toBe(true);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await page.getByRole("button", { name: "Theme" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
  await page.getByRole("menuitemradio", { name: "System" }).click();
  expect(await isDark(page)).toBe(false);
});

test("the theme is switched in the account menu and, on a phone, in the drawer", async ({
  open,
}) => {
  const page = await open(await signedIn(acmeCustomer, acme), { colorScheme: "light" });
  await goTo(page, "/settings");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  expect(await isDark(page)).toBe(true);
  await page.keyboard.press("Escape");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByText("Light").click();
  expect(await isDark(page)).toBe(false);
});
