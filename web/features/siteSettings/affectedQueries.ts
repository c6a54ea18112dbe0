import { portalApi } from "#contract/portal.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";

/**
 * The queries to refetch after the installation's settings have changed. The page title and the
 * header display data of these queries.
 */
export const QUERIES_AFFECTED_BY_SITE = [siteSettingsApi.get, portalApi.get] as const;
