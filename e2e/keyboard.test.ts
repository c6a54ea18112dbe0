import { acme, acmeAdmin, signedIn } from "./support/accounts.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { findInvisibleFocus } from "./support/findInvisibleFocus.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

test("each of the first 24 Tab stops of a list and of an item's page has a visible focus", async ({
  open,
}) => {
  const { id } = await itemTitled(acme, "Track time from a browser extension");
  const page = await open(await signedIn(acmeAdmin, acme), {
    viewport: { width: 1280, height: 900 },
  });
  const pages = {
    "/feedback?status=planned": /^Options for/,
    [`/feedback/${String(id)}`]: /^Follow/,
  };
  for (const [path, lastLoaded] of Object.entries(pages)) {
    await goTo(page, path);
    // Waits until the loaded code has added menu buttons and replaced their placeholders, because a
    // change during the check would change a screenshot.
    await expect(page.getByRole("button", { name: lastLoaded }).first()).toBeVisible();
    await expect(page.locator('[aria-haspopup="menu"]:not([data-state])')).toHaveCount(0);
    expect(await findInvisibleFocus(page, 24), path).toEqual([]);
  }
});
