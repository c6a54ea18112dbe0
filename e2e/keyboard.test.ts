import { acme, acmeAdmin, signedIn } from "./support/accounts.ts";
import { itemTitled } from "./support/feedbackItems.ts";
import { findInvisibleFocus } from "./support/findInvisibleFocus.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

for (const { name, pathOf, lastLoaded } of [
  {
    name: "a list",
    pathOf: async () => "/feedback?status=planned",
    lastLoaded: /^Options for/,
  },
  {
    name: "an item's page",
    pathOf: async () => {
      const { id } = await itemTitled(acme, "Track time from a browser extension");
      return `/feedback/${String(id)}`;
    },
    lastLoaded: /^Follow/,
  },
]) {
  test(`each of the first 24 Tab stops of ${name} has a visible focus`, async ({ open }) => {
    const page = await open(await signedIn(acmeAdmin, acme), {
      viewport: { width: 1280, height: 900 },
    });
    await goTo(page, await pathOf());
    // Waits until the loaded code has added menu buttons and replaced their placeholders, because a
    // change during the check would change a screenshot.
    await expect(page.getByRole("button", { name: lastLoaded }).first()).toBeVisible();
    await expect(page.locator('[aria-haspopup="menu"]:not([data-state])')).toHaveCount(0);
    expect(await findInvisibleFocus(page, 24)).toEqual([]);
  });
}
