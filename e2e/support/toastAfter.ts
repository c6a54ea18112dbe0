import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { shownToast } from "./shownToast.ts";

/** Closes a visible toast, runs an action and waits for a new toast with this text. */
export async function toastAfter(
  page: Page,
  action: () => Promise<void>,
  text: RegExp,
): Promise<void> {
  const close = shownToast(page).getByRole("button", { name: "Close" });
  // The toast may close by itself before the click.
  if (await close.isVisible()) await close.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(shownToast(page)).toHaveCount(0);
  await action();
  await expect(shownToast(page)).toHaveText(text);
}
