import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { isAdminOf } from "./session.ts";
import { useCurrentUser, usePortal } from "./SessionContext.tsx";

/**
 * Returns the id of the company whose settings the user is allowed to change on this host. This is
 * the company whose boards the host shows (`tenantId`), if the user is an admin of this company.
 * Otherwise returns null (docs/product-decisions.md "Hosts, tenants, viewers").
 */
export function managedCompanyId({ tenantId }: Portal, user: User | null): number | null {
  return isAdminOf(user, tenantId) ? tenantId : null;
}

/** Returns the `managedCompanyId` of the page's viewer. */
export function useManagedCompanyId(): number | null {
  return managedCompanyId(usePortal(), useCurrentUser());
}
