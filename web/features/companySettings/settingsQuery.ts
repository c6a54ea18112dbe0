import { companySettingsApi } from "#contract/companySettings.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/**
 * Returns the query for the settings that a company's admins can read. The settings are always
 * stale, as is other data of a company (docs/specification.md "7. Calls").
 */
export function settingsQuery(companyId: number) {
  return { ...apiQuery(companySettingsApi.settings, { params: { companyId } }), staleTime: 0 };
}
