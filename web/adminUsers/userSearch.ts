/** Longest search that the API takes. */
export const SEARCH_LENGTH = 200;

/** What is looked for in the list of users, as the address says it. */
export function readUserSearch(params: URLSearchParams): string {
  return (params.get("search") ?? "").trim().slice(0, SEARCH_LENGTH);
}

/** The address' parameters with another search; none leaves it out. */
export function writeUserSearch(params: URLSearchParams, search: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (search) next.set("search", search);
  else next.delete("search");
  return next;
}
