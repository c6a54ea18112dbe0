import { acmeAdmin, product, signedIn, superAdmin } from "./support/accounts.ts";
import { expectPagesWellMade, expectWellMade, WIDE } from "./support/expectWellMade.ts";
import { fillIn } from "./support/fillIn.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";

// These tests need a longer timeout, because each of them runs axe on several pages.
test.slow();

test("the admin console's dashboard and forms hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), { viewport: WIDE });
  await expectPagesWellMade(page, {
    "/admin/settings": "Admin Console",
    "/admin/site-settings": "Admin Console",
    "/admin/brand-settings": "Admin Console",
    "/admin/landing-page": "Admin Console",
  });
});

test("the admin console's lists hydrate without console messages, are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), { viewport: WIDE });
  await expectPagesWellMade(page, {
    "/admin/companies?search=acme": "Admin Console",
    "/admin/users?search=acme": "Admin Console",
    "/admin/content": "Admin Console",
    "/admin/content?tab=announcements": "Admin Console",
    "/admin/audit-log?search=nothing+like+it": "Admin Console",
  });
});

test("the admin console's dialogs are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), { viewport: WIDE });
  await goTo(page, "/admin/companies?search=acme");
  await page.getByRole("button", { name: "Edit Acme", exact: true }).click();
  await fillIn(page.getByRole("dialog"), { "Company Name": "A" });
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await expectWellMade(page, "the form of a company with its message");
  await goTo(page, "/admin/companies?search=globex");
  await page.getByRole("button", { name: "Delete Globex", exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: "Delete company" })).toBeVisible();
  await expectWellMade(page, "the question before deleting a company");

  await goTo(page, `/admin/users?search=${acmeAdmin.username}`);
  await page.getByRole("button", { name: `Edit ${acmeAdmin.username}` }).click();
  await expect(page.getByRole("dialog", { name: "Edit User" })).toBeVisible();
  await expectWellMade(page, "the form of a user");
  await page.getByRole("button", { name: "End sessions" }).click();
  await expect(page.getByRole("alertdialog", { name: "End sessions" })).toBeVisible();
  await expectWellMade(page, "the question before ending sessions");

  await goTo(page, "/admin/content");
  await page.getByRole("button", { name: "Add FAQ" }).click();
  await page
    .getByRole("dialog", { name: "Add FAQ" })
    .getByRole("button", { name: "Add FAQ" })
    .click();
  await expectWellMade(page, "the form of a question with its messages");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reorder FAQs" }).click();
  await expect(page.getByRole("dialog", { name: "Reorder FAQs" })).toBeVisible();
  await expectWellMade(page, "the order of the questions");
});

test("the dashboard's tables and the page for changing a password are accessible and do not scroll horizontally", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), { viewport: WIDE });
  await goTo(page, "/admin/settings");
  await page.getByRole("button", { name: "Show as table" }).click();
  await expectWellMade(page, "the figures as a table");
  await goTo(page, "/change-password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expectWellMade(page, "the screen for a new password with its messages");
});
