import type { Page } from "@playwright/test";
import { newCustomer, product, signedIn, superAdmin } from "./support/accounts.ts";
import { holdBack } from "./support/apiCalls.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";
import { toastAfter } from "./support/toastAfter.ts";

test.describe.configure({ mode: "default" });

const SAVE = /\/api\/(?:admin|company)\/[^?]*$/;
const COMMENTS = /\/api\/feedback\/\d+\/comments(?:\?|$)/;

interface Typing {
  readonly path: string;
  readonly sent: Record<string, string>;
  readonly typed: Record<string, string>;
  readonly said: RegExp;
  /** What stands in the fields then, and after a second saving. */
  readonly kept: Record<string, string>;
}

/** Saves on a slow line, types on meanwhile, and saves that, too. */
async function typeWhileSaving(
  page: Page,
  { path, sent, typed, said, kept }: Typing,
): Promise<void> {
  await goTo(page, path);
  await fillIn(page, sent);
  const goOn = await holdBack(page, SAVE);
  const save = page.getByRole("main").getByRole("button", { name: "Save Changes" });
  await save.click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeVisible();
  await fillIn(page, typed);
  goOn();
  await expect(shownToast(page)).toHaveText(said);
  await expect(save).toBeVisible();
  for (const [label, value] of Object.entries(kept))
    await expect(fieldOf(page, label)).toHaveValue(value);
  await page.unroute(SAVE);
  await toastAfter(page, () => save.click(), said);
  await untilHydrated(page);
  await goTo(page, path);
  for (const [label, value] of Object.entries(kept))
    await expect(fieldOf(page, label)).toHaveValue(value);
}

test("what is typed while a company's forms are being saved stays, and can be saved", async ({
  open,
}) => {
  const { admin, subdomain } = await ownCompany();
  const page = await open(admin);
  const domain = `b.${subdomain}.test`;
  await typeWhileSaving(page, {
    path: "/company/settings/domain",
    sent: { "Custom domain": ` a.${subdomain}.test` },
    typed: { "Custom domain": domain },
    said: /^Domain settings updated successfully/,
    kept: { "Custom domain": domain },
  });
  await typeWhileSaving(page, {
    path: "/company/settings",
    sent: { "Company name": " Sent & Co ", Website: "https://example.com/a" },
    typed: { Website: "https://example.com/b" },
    said: /^Company profile updated successfully/,
    kept: { "Company name": "Sent & Co", Website: "https://example.com/b" },
  });
});

test("what is typed while the installation's forms are being saved stays, and can be saved", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product));
  await typeWhileSaving(page, {
    path: "/admin/site-settings",
    sent: { "Site name": " Sent " },
    typed: { "Max upload size (MB)": "7" },
    said: /^Site settings updated successfully/,
    kept: { "Site name": "Sent", "Max upload size (MB)": "7" },
  });
  await typeWhileSaving(page, {
    path: "/admin/landing-page",
    sent: { Title: " Sent ", Subtitle: "Sent" },
    typed: { Subtitle: "Typed" },
    said: /^Landing page content updated successfully/,
    kept: { Title: "Sent", Subtitle: "Typed" },
  });
});

test("what is typed while a comment is being posted stays, over a reload, too", async ({
  open,
}) => {
  const customer = await newCustomer();
  const { id } = await newItem(customer);
  const page = await open(customer);
  await goTo(page, `/feedback/${String(id)}`);
  const field = page.getByLabel("Your comment");
  await field.fill("First thought");
  const goOn = await holdBack(page, COMMENTS);
  await page.getByRole("button", { name: "Post Comment" }).click();
  await expect(page.getByRole("button", { name: "Posting..." })).toBeVisible();
  await field.press("End");
  await field.pressSequentially(", and a second one");
  goOn();
  await expect(page.getByRole("article", { name: "Comment by Robin Tester" })).toHaveText(
    /First thought$/,
  );
  await expect(page.getByRole("button", { name: "Post Comment" })).toBeVisible();
  await expect(field).toHaveValue("First thought, and a second one");
  await page.reload();
  await untilHydrated(page);
  await expect(field).toHaveValue("First thought, and a second one");
});
