import { searchQuery } from "#contract/fields.ts";

/** Longest search that the API takes. */
export const SEARCH_LENGTH = 200;

/** What is looked for in the list of users, as the address says it; what the API would refuse counts as not said. */
export function readUserSearch(params: URLSearchParams): string {
  return searchQuery.safeParse(params.get("search") ?? "").data ?? "";
}

/** The address' parameters with another search; none leaves it out. */
export function writeUserSearch(params: URLSearchParams, search: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (search) next.set("search", search);
  else next.delete("search");
  return next;
}
