import { landingPageApi } from "#contract/landingPage.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The landing page's texts. Always stale, because other admins may change them. */
export const landingPageQuery = { ...apiQuery(landingPageApi.get), staleTime: 0 };
