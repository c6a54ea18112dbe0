import { siteSettingsApi } from "#contract/siteSettings.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The installation's settings; always refetched (SPEC section 7). */
export const siteSettingsQuery = apiQuery(siteSettingsApi.get);
