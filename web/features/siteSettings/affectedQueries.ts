import { portalApi } from "#contract/portal.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";

/** The queries to refetch after the installation's settings changed; title and header use them. */
export const QUERIES_AFFECTED_BY_SITE = [siteSettingsApi.get, portalApi.get] as const;
