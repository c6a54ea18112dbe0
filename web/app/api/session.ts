import type { QueryClient } from "@tanstack/react-query";
import { queryOptions } from "@tanstack/react-query";
import { authApi } from "#contract/auth.ts";
import { companiesApi } from "#contract/companies.ts";
import type { Portal } from "#contract/portal.ts";
import { portalApi } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { apiQuery, callThrough, queryKeyOf } from "./apiQuery.ts";
import { isApiError } from "./isApiError.ts";

/** The signed-in user, or null: a 401 yields no user (SPEC section 7). */
export const currentUserQuery = queryOptions<User | null>({
  queryKey: queryKeyOf(authApi.currentUser, undefined),
  queryFn: ({ client, signal }) => fetchCurrentUser(client, signal),
});

/** Asks who is signed in by now, past what is cached. Rejects with `ApiError` when no answer came. */
export async function fetchCurrentUser(
  client: QueryClient,
  signal?: AbortSignal,
): Promise<User | null> {
  try {
    return await callThrough(client, authApi.currentUser, undefined, { signal });
  } catch (error) {
    if (isApiError(error) && error.status === 401) return null;
    throw error;
  }
}

/** What the page knows of its host: company, site settings, whether registration is open. */
export const portalQuery = apiQuery(portalApi.get);

/**
 * The id of the company to be fetched for the page's look; null when the host already tells, or there is none, or for a
 * newcomer, to whom it is not open.
 */
export function shownCompanyId(portal: Portal, user: User | null): number | null {
  if (portal.company || (user && isRestrictedUser(user))) return null;
  return user?.companyId ?? null;
}

/** Signed in, but with a temporary password or without the second factor that admins need: little is open to them yet. */
export function isRestrictedUser({ mustChangePassword, mustSetUpMfa }: User): boolean {
  return mustChangePassword || mustSetUpMfa;
}

/** A company's public profile, logo and colours. */
export function companyQuery(companyId: number) {
  return apiQuery(companiesApi.get, { params: { companyId } });
}

/** Whether the user is an admin of the company: one of its own, or a super admin (DECISIONS "Hosts, tenants, viewers"). */
export function isAdminOf(user: User | null, companyId: number | null): boolean {
  if (!user || companyId === null) return false;
  return (
    user.role === "super_admin" || (user.role === "company_admin" && user.companyId === companyId)
  );
}
