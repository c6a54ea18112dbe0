import type { Locator } from "vitest/browser";
import { page } from "vitest/browser";

/** The toast on the screen, also beside an open dialog, which hides all else from screen readers. Not what is only read out. */
export function shownToast(): Locator {
  return page
    .getByRole("region", { name: /^Notifications/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
}
