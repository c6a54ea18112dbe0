import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { isAdminOf, useCurrentUser, usePortal } from "./session.ts";

/**
 * The company whose settings the user may change here: the tenant where they are its admin, else their own. null for
 * everyone who is no admin, and for an admin without a company (SPEC section 2, company settings area).
 */
export function managedCompanyId(portal: Portal, user: User | null): number | null {
  const candidates = [portal.tenantId, user?.companyId ?? null];
  return candidates.find((companyId) => isAdminOf(user, companyId)) ?? null;
}

/** `managedCompanyId` of this page's viewer. */
export function useManagedCompanyId(): number | null {
  return managedCompanyId(usePortal(), useCurrentUser());
}
