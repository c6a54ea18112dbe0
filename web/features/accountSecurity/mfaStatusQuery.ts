import { mfaApi } from "#contract/mfa.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The query for the state of the account's second factor. The data is stale after ten seconds. */
export const mfaStatusQuery = { ...apiQuery(mfaApi.status), staleTime: 10_000 };
