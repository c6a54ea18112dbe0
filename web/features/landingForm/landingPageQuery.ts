import { landingPageApi } from "#contract/landingPage.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/**
 * The query for the landing page's texts. The data is always stale, because other admins can change
 * the texts.
 */
export const landingPageQuery = { ...apiQuery(landingPageApi.get), staleTime: 0 };
