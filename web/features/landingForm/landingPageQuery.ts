import { landingPageApi } from "#contract/landingPage.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The words of the landing page, as they are now: somebody else may have changed them. */
export const landingPageQuery = { ...apiQuery(landingPageApi.get), staleTime: 0 };
