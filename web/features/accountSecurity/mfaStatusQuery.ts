import { mfaApi } from "#contract/mfa.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Whether the account's second factor is on. */
export const mfaStatusQuery = { ...apiQuery(mfaApi.status), staleTime: 10_000 };
