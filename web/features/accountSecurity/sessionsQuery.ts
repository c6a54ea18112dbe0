import { sessionsApi } from "#contract/sessions.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** The user's sessions. Always stale, because other devices change them. */
export const sessionsQuery = { ...apiPagedQuery(sessionsApi.list), staleTime: 10_000 };
