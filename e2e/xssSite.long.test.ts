import type { Page } from "@playwright/test";
import type { SignedIn } from "./support/accounts.ts";
import { product, signIn, signedIn, superAdmin } from "./support/accounts.ts";
import { goTo } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { expect } from "./support/test.ts";
import { compareDocuments } from "./support/xss/compareDocuments.ts";
import { expectText } from "./support/xss/expectText.ts";
import { fillSite } from "./support/xss/fillSite.ts";
import { harmless } from "./support/xss/harmless.ts";
import { mapTexts } from "./support/xss/mapTexts.ts";
import { openDialog } from "./support/xss/openDialog.ts";
import type { SiteTexts } from "./support/xss/siteTexts.ts";
import { ALL_LANDING_ROUNDS, ALL_SITE_ROUNDS, siteTexts } from "./support/xss/siteTexts.ts";
import { watchForXss } from "./support/xss/watchForXss.ts";

test.describe.configure({ mode: "default" });

/**
 * Saves harmless texts, and reads the landing page with these texts. Then replaces the harmless
 * texts by the hostile texts. Returns the HTML of the harmless page as `twin`.
 */
async function fillAfterTwin(admin: SignedIn, texts: SiteTexts) {
  const removeTwin = await fillSite(admin, mapTexts(texts, harmless));
  const { content: twin } = await sendRequest(product, "/");
  await removeTwin();
  return { twin, remove: await fillSite(admin, texts) };
}

/** Expects the server-rendered landing page to have the same elements as the harmless page. */
async function expectShapeOf(page: Page, twin: string): Promise<void> {
  const { content } = await sendRequest(product, "/");
  expect(await compareDocuments(page, content, twin)).toEqual([]);
}

const ROUNDS = ALL_SITE_ROUNDS;

for (let round = 0; round < ROUNDS; round += 1) {
  const texts = siteTexts(round);
  const { siteName, landing, entries, companies, users } = texts;
  const entryTexts = entries.flatMap(({ heading, body }) => [heading, body]);

  test(`the landing page and the admin console show hostile input as text, round ${String(round)}`, async ({
    open,
  }) => {
    test.slow();
    const admin = await signIn(superAdmin, product);
    const { twin, remove } = await fillAfterTwin(admin, texts);
    try {
      const visitor = await open(product);
      const found = await watchForXss(visitor.context(), product);
      await expectShapeOf(visitor, twin);
      await goTo(visitor, "/");
      await expectText(visitor, found, [siteName, ...Object.values(landing), ...entryTexts]);
      await goTo(visitor, "/login");
      await expectText(visitor, found, [siteName]);

      const page = await open(admin);
      const seen = await watchForXss(page.context(), product);
      const look = async (path: string, shown: readonly string[]) => {
        await goTo(page, path);
        await expectText(page, seen, shown);
      };
      await look(
        "/admin/companies?sort=date",
        companies.flatMap(({ name, description }) => [name, description]),
      );
      await openDialog(page, /^Edit /);
      await expectText(page, seen, [companies.at(-1)?.description ?? ""]);
      await page.keyboard.press("Escape");
      await page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click();
      await expectText(page, seen, []);
      await look("/admin/users", users);
      await look("/admin/site-settings", [siteName]);
      await look("/admin/landing-page", Object.values(landing));
      await look(
        "/admin/content",
        entries.map(({ heading }) => heading),
      );
      await page
        .getByRole("button", { name: /^Edit / })
        .last()
        .click();
      await expectText(page, seen, [entries.at(-1)?.body ?? ""]);
      await look(
        "/admin/audit-log",
        companies.map(({ name }) => name),
      );
      for (const summary of await page.locator("summary").all()) await summary.click();
      await expectText(page, seen, []);
    } finally {
      await remove();
    }
  });
}

for (let round = ROUNDS; round < ALL_LANDING_ROUNDS; round += 1) {
  const texts = { ...siteTexts(round), entries: [], companies: [], users: [] };
  const { siteName, landing } = texts;

  test(`the landing page and its form show hostile texts and a hostile site name as text, round ${String(round)}`, async ({
    open,
  }) => {
    const admin = await signedIn(superAdmin, product);
    const { twin, remove } = await fillAfterTwin(admin, texts);
    try {
      const visitor = await open(product);
      const found = await watchForXss(visitor.context(), product);
      await expectShapeOf(visitor, twin);
      await goTo(visitor, "/");
      await expectText(visitor, found, [siteName, ...Object.values(landing)]);

      const page = await open(admin);
      const seen = await watchForXss(page.context(), product);
      await goTo(page, "/admin/landing-page");
      await expectText(page, seen, Object.values(landing));
      await goTo(page, "/admin/site-settings");
      await expectText(page, seen, [siteName]);
    } finally {
      await remove();
    }
  });
}
