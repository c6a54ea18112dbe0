import type { Locator, Page } from "@playwright/test";

/**
 * The visible toast. A CSS selector finds it also next to an open dialog, which hides everything
 * else from screen readers. Announcements for screen readers are not matched.
 */
export function shownToast(page: Page): Locator {
  return page.locator('[aria-label^="Notifications"] li');
}
