import { siteSettingsApi } from "#contract/siteSettings.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The query for the installation's settings; always stale (docs/specification.md "7. Calls"). */
export const siteSettingsQuery = { ...apiQuery(siteSettingsApi.get), staleTime: 0 };
