import { adminUsersApi } from "#contract/adminUsers.ts";
import { searchQuery } from "#contract/fields.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** Maximum length of a search text that the API accepts, in characters. */
export const SEARCH_LENGTH = 200;

/** The filters of the users table, as stored in the address. */
export interface UserFilters {
  readonly search: string;
}

/** The default filters: all users. */
export const DEFAULT_USER_FILTERS: UserFilters = { search: "" };

/** Reads the filters from the address. Values that the API would refuse are ignored. */
export function readUserFilters(params: URLSearchParams): UserFilters {
  return { search: searchQuery.safeParse(params.get("search") ?? "").data ?? "" };
}

/** The query for the pages of the users table; stale after ten seconds. */
export function userPagesQuery({ search }: UserFilters) {
  const query = { search: search || undefined };
  return { ...apiPagedQuery(adminUsersApi.list, { query }), staleTime: 10_000 };
}
