import type { User } from "#contract/users.ts";

/** Whoever sends a request: nobody known, or a user. */
export type Viewer = User | null;

/** company_admin counts only in the user's own company, super_admin in every one (DECISIONS "Hosts, tenants, viewers"). */
export function isAdminOf(viewer: Viewer, companyId: number | null): boolean {
  if (!viewer || companyId === null) return false;
  if (viewer.role === "super_admin") return true;
  return viewer.role === "company_admin" && viewer.companyId === companyId;
}
