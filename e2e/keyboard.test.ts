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
  for (const path of ["/feedback?status=planned", `/feedback/${String(id)}`]) {
    await goTo(page, path);
    // Waits until the loaded code has replaced the placeholders of menu buttons, because a
    // replacement during the check would change a screenshot.
    await expect(page.locator('[aria-haspopup="menu"]:not([data-state])')).toHaveCount(0);
    expect(await findInvisibleFocus(page, 24), path).toEqual([]);
  }
});
