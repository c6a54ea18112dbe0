import { sessionsApi } from "#contract/sessions.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/**
 * The query for the user's sessions. The data is stale after ten seconds, because other devices
 * start and end sessions.
 */
export const sessionsQuery = { ...apiPagedQuery(sessionsApi.list), staleTime: 10_000 };
