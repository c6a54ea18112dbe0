import { sessionsApi } from "#contract/sessions.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Where the user is signed in. Fetched again at the next visit: other devices change it, too. */
export const sessionsQuery = { ...apiQuery(sessionsApi.list), staleTime: 10_000 };
