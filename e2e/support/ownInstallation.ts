import { landingPageApi } from "#contract/landingPage.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { product, signedIn, superAdmin } from "./accounts.ts";
import { callApi } from "./callApi.ts";
import { setPortalAddress } from "./portalAddress.ts";
import { runPortal } from "./runPortal.ts";
import { runSql } from "./runSql.ts";
import { test as base } from "./test.ts";

/**
 * Playwright's test for tests that change the whole installation. Playwright runs them in a
 * separate worker, which starts a portal of its own with the demo data. After each test, settings,
 * colours and landing page are restored, and the site's logo is deleted.
 */
export const test = base.extend<{ putBack: undefined }, { ownPortal: undefined }>({
  ownPortal: [
    async ({}, use) => {
      const { address, stop } = await runPortal();
      setPortalAddress(address);
      await use(undefined);
      await stop();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
  putBack: [
    async ({}, use) => {
      const admin = await signedIn(superAdmin, product);
      const { body: settings } = await callApi(admin, siteSettingsApi.get);
      const { body: landingPage } = await callApi(admin, landingPageApi.get);
      await use(undefined);
      const { brandingSettings } = settings;
      await runSql("delete from site_logo", []);
      await callApi(admin, siteSettingsApi.update, { body: settings });
      await callApi(admin, siteSettingsApi.updateBranding, { body: { brandingSettings } });
      await callApi(admin, landingPageApi.update, { body: landingPage });
    },
    { auto: true },
  ],
});
