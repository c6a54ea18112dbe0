import { landingPageApi } from "#contract/landingPage.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { product, signedIn, superAdmin } from "./accounts.ts";
import { callApi } from "./callApi.ts";
import { announcePortal } from "./portalAddress.ts";
import { runPortal } from "./runPortal.ts";
import { runSql } from "./runSql.ts";
import { test as base } from "./test.ts";

/**
 * For what concerns a whole installation: Playwright runs these tests in workers of their own, and each such worker has a
 * portal of its own, with the demo in it. Settings, colours, logo and landing page are put back after each test.
 */
export const test = base.extend<{ putBack: undefined }, { ownPortal: undefined }>({
  ownPortal: [
    async ({}, use) => {
      const { address, stop } = await runPortal();
      announcePortal(address);
      await use(undefined);
      await stop();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
  putBack: [
    async ({}, use) => {
      const admin = await signedIn(superAdmin, product);
      const { body: settings } = await callApi(admin, siteSettingsApi.get);
      const { body: words } = await callApi(admin, landingPageApi.get);
      await use(undefined);
      const { brandingSettings } = settings;
      await runSql("delete from site_logo", []);
      await callApi(admin, siteSettingsApi.update, { body: settings });
      await callApi(admin, siteSettingsApi.updateBranding, { body: { brandingSettings } });
      await callApi(admin, landingPageApi.update, { body: words });
    },
    { auto: true },
  ],
});
