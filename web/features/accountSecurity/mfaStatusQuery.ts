import { mfaApi } from "#contract/mfa.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Whether the account asks for a second factor. */
export const mfaStatusQuery = { ...apiQuery(mfaApi.status), staleTime: 10_000 };
