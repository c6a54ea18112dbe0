import type { Locator, Page } from "@playwright/test";

/** The toast on the screen, also beside an open dialog, which hides all else from screen readers. Not what is only read out. */
export function shownToast(page: Page): Locator {
  return page.locator('[aria-label^="Notifications"] li');
}
