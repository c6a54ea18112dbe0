import type { Locator, Page } from "@playwright/test";

/**
 * Returns the visible toast. A CSS selector finds the toast even while an open dialog hides the
 * toast from screen readers. The selector does not match announcements for screen readers.
 */
export function shownToast(page: Page): Locator {
  return page.locator('[aria-label^="Notifications"] li');
}
