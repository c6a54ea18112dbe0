import type { Locator, Page } from "@playwright/test";

/** The toast on the screen; what is only read out to screen readers is not meant. */
export function shownToast(page: Page): Locator {
  return page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
}
