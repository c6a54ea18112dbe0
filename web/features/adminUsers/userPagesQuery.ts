import { adminUsersApi } from "#contract/adminUsers.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** The list of users, page by page. Fetched again when one comes back to it after ten seconds. */
export function userPagesQuery(search: string) {
  const query = { search: search || undefined };
  return { ...apiPagedQuery(adminUsersApi.list, { query }), staleTime: 10_000 };
}
