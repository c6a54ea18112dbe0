import { acme, acmeAdmin, signedIn } from "./support/accounts.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { findInvisibleFocus } from "./support/findInvisibleFocus.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

test("the focus can be seen at every stop of a list and of an item's page", async ({ open }) => {
  const { id } = await itemTitled(acme, "Track time from a browser extension");
  const page = await open(await signedIn(acmeAdmin, acme), {
    viewport: { width: 1280, height: 900 },
  });
  for (const path of ["/feedback?status=planned", `/feedback/${String(id)}`]) {
    await goTo(page, path);
    // The button of a menu that has just come takes the first one's place, which would confuse the comparison.
    await expect(page.locator('[aria-haspopup="menu"]:not([data-state])')).toHaveCount(0);
    expect(await findInvisibleFocus(page, 24), path).toEqual([]);
  }
});
