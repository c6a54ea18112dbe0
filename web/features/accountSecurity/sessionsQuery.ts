import { sessionsApi } from "#contract/sessions.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The user's sessions. Always stale, because other devices change them. */
export const sessionsQuery = { ...apiQuery(sessionsApi.list), staleTime: 10_000 };
