import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Presses the first button of a name and waits for its dialog, which shows what the page behind it may show already. */
export async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
}
