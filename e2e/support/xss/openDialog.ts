import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Clicks the first button with this name and waits for a dialog. */
export async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
}
