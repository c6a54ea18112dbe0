import { siteSettingsApi } from "#contract/siteSettings.ts";
import { product, signedIn, superAdmin } from "./accounts.ts";
import { callApi } from "./callApi.ts";
import { announcePortal } from "./portalAddress.ts";
import { runPortal } from "./runPortal.ts";
import { test as base } from "./test.ts";

/**
 * For what concerns a whole installation: Playwright runs these tests in workers of their own, and each such worker has a
 * portal of its own, with the demo in it. The settings that a test changes are put back after it.
 */
export const test = base.extend<{ settingsPutBack: undefined }, { ownPortal: undefined }>({
  ownPortal: [
    async ({}, use) => {
      const { address, stop } = await runPortal();
      announcePortal(address);
      await use(undefined);
      await stop();
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
  settingsPutBack: [
    async ({}, use) => {
      const admin = await signedIn(superAdmin, product);
      const { body: before } = await callApi(admin, siteSettingsApi.get);
      await use(undefined);
      const { brandingSettings, ...settings } = before;
      await callApi(admin, siteSettingsApi.update, { body: settings });
      await callApi(admin, siteSettingsApi.updateBranding, { body: { brandingSettings } });
    },
    { auto: true },
  ],
});
