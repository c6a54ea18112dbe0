import { sessionsApi } from "#contract/sessions.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/**
 * The query for the user's sessions. Stale after ten seconds, because other devices change them.
 */
export const sessionsQuery = { ...apiPagedQuery(sessionsApi.list), staleTime: 10_000 };
