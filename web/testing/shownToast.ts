import type { Locator } from "vitest/browser";
import { page } from "vitest/browser";

/**
 * Finds the visible toast. Hidden elements are included, because an open dialog hides everything
 * else from screen readers. Announcements for screen readers are not matched.
 */
export function shownToast(): Locator {
  return page
    .getByRole("region", { name: /^Notifications/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
}
