import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountData, accountServer } from "#web/testing/accountServer.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { preferColorScheme } from "#web/testing/preferColorScheme.ts";

afterEach(() => preferColorScheme("light"));

const item = (name: string) => page.getByRole("menuitemradio", { name });

/**
 * Returns the red component of the page's background, from 0 to 255. In the dark theme, the
 * component is low.
 */
function brightness(): number {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) throw new Error("There is no canvas");
  canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data[0] ?? 0;
}

const shown = () => (brightness() < 100 ? "dark" : "light");

test("the theme follows the operating system's preference, also when the preference changes while a page is open", async () => {
  await preferColorScheme("dark");
  await openPage(acmeServer(acmeData()), "/feedback");
  expect(document.documentElement.dataset["theme"]).toBe("system");
  expect(shown()).toBe("dark");
  await preferColorScheme("light");
  await expect.poll(shown).toBe("light");
});

test("a chosen theme overrides the operating system's preference and survives a page load", async () => {
  const { reload } = await openPage(acmeServer(acmeData()), "/feedback");
  await page.getByRole("button", { name: "Theme" }).click();
  await item("Dark").click();
  await expect.poll(shown).toBe("dark");
  await reload("/changelog");
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  expect(shown()).toBe("dark");
  expect(getComputedStyle(document.documentElement).colorScheme).toBe("dark");
  await page.getByRole("button", { name: "Theme" }).click();
  await expect.element(item("Dark")).toBeChecked();
  await item("System").click();
  await expect.poll(shown).toBe("light");
});

test("users can change the theme in the account menu and, on a phone, in the drawer", async () => {
  await openPage(accountServer(accountData()), "/settings");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await item("Dark").click();
  await expect.poll(shown).toBe("dark");
  await userEvent.keyboard("{Escape}");
  await page.viewport(375, 740);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByText("Light").click();
  await expect.poll(shown).toBe("light");
});
