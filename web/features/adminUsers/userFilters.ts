import { AdminUserFilters, adminUsersApi } from "#contract/adminUsers.ts";
import type { UserRole } from "#contract/users.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** The API accepts a search text of at most this many characters. */
export const SEARCH_LENGTH = 200;

/**
 * The filters of the users table, as stored in the URL. Empty and null values do not filter.
 */
export interface UserFilters {
  readonly search: string;
  readonly role: UserRole | "";
  /** The company whose accounts are shown. */
  readonly companyId: number | null;
}

/** The default filters: all users. */
export const DEFAULT_USER_FILTERS: UserFilters = { search: "", role: "", companyId: null };

const { shape } = AdminUserFilters;

/** Reads the filters from the URL. Values that the API would refuse are ignored. */
export function readUserFilters(params: URLSearchParams): UserFilters {
  const valueOf = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(valueOf("search")).data ?? "",
    role: shape.role.safeParse(valueOf("role")).data ?? "",
    companyId: shape.companyId.safeParse(valueOf("companyId")).data ?? null,
  };
}

/** Returns the query for the pages of the users table. The data is stale after ten seconds. */
export function userPagesQuery({ search, role, companyId }: UserFilters) {
  const query = {
    search: search || undefined,
    role: role || undefined,
    companyId: companyId === null ? undefined : String(companyId),
  };
  return { ...apiPagedQuery(adminUsersApi.list, { query }), staleTime: 10_000 };
}
