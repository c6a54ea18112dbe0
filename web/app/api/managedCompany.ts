import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { isAdminOf } from "./session.ts";
import { useCurrentUser, usePortal } from "./SessionContext.tsx";

/**
 * The company whose settings the user may change here: the tenant, where they are its admin. null for everyone else: an
 * admin counts only on the own company's host (DECISIONS "Hosts, tenants, viewers").
 */
export function managedCompanyId({ tenantId }: Portal, user: User | null): number | null {
  return isAdminOf(user, tenantId) ? tenantId : null;
}

/** `managedCompanyId` of this page's viewer. */
export function useManagedCompanyId(): number | null {
  return managedCompanyId(usePortal(), useCurrentUser());
}
