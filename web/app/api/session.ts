import type { QueryClient } from "@tanstack/react-query";
import { queryOptions } from "@tanstack/react-query";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { apiQuery, callThrough, queryKeyOf } from "./apiQuery.ts";
import { isApiError } from "./call.ts";

/**
 * The query of the signed-in user. The user is null after a 401 (docs/specification.md "7. Calls").
 */
export const currentUserQuery = queryOptions<User | null>({
  queryKey: queryKeyOf("/api/user", undefined),
  queryFn: ({ client, signal }) => fetchCurrentUser(client, signal),
});

/**
 * Fetches the signed-in user from the server, not from the cache. Resolves with null after a 401.
 * Rejects with `ApiError` if the call fails for another reason.
 */
export async function fetchCurrentUser(
  client: QueryClient,
  signal?: AbortSignal,
): Promise<User | null> {
  try {
    return await callThrough(client, "GET /api/user", undefined, { signal });
  } catch (error) {
    if (isApiError(error) && error.status === 401) return null;
    throw error;
  }
}

/**
 * The query of the portal: the host's company, the site settings, and other data about the host.
 */
export const portalQuery = apiQuery("/api/portal");

/**
 * Returns the id of the company to fetch for its logo and colours. Returns null if the portal
 * already includes a company, if nobody is signed in, if the user has no company, or if the user is
 * restricted and is not allowed to read the company.
 */
export function shownCompanyId(portal: Portal, user: User | null): number | null {
  if (portal.company || (user && isRestrictedUser(user))) return null;
  return user?.companyId ?? null;
}

/**
 * Whether the user must first replace a temporary password or set up a second factor. Until then,
 * the server allows this user only few calls.
 */
export function isRestrictedUser({ mustChangePassword, mustSetUpMfa }: User): boolean {
  return mustChangePassword || mustSetUpMfa;
}

/** Returns the query of a company's public profile, logo and colours. */
export function companyQuery(companyId: number) {
  return apiQuery("/api/company/:companyId", { params: { companyId } });
}

/**
 * Whether the user is an admin of the company: one of its company admins or a super admin
 * (docs/product-decisions.md "Hosts, tenants, viewers").
 */
export function isAdminOf(user: User | null, companyId: number | null): boolean {
  if (!user || companyId === null) return false;
  return (
    user.role === "super_admin" || (user.role === "company_admin" && user.companyId === companyId)
  );
}
