import { portalApi } from "#contract/portal.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";

/** What shows the installation's name, logo and flags, the page's title and header among it: to be fetched again. */
export const SITE_READERS = [siteSettingsApi.get, portalApi.get] as const;
