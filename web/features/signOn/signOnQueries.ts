import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Returns the query for the sign-on settings, which are refetched on each visit. */
export function signOnQuery() {
  return { ...apiQuery("/api/company/sign-on"), staleTime: 0 } as const;
}

/** Returns the query for how the users of the company's application log in. */
export function applicationQuery() {
  return apiQuery("/api/application-sign-in");
}
