import type { SiteSettings } from "#contract/siteSettings.ts";
import type { User } from "#contract/users.ts";

/** Whoever sends a request: nobody known, or a user. */
export type Viewer = User | null;

/** Whether the installation asks this user for a second factor. */
export function isMfaRequired(
  { role }: Pick<User, "role">,
  { requireAdminMfa }: Pick<SiteSettings, "requireAdminMfa">,
): boolean {
  return requireAdminMfa && role !== "user";
}

/** company_admin counts only in the user's own company, super_admin in every one (DECISIONS "Hosts, tenants, viewers"). */
export function isAdminOf(viewer: Viewer, companyId: number | null): boolean {
  if (!viewer || companyId === null) return false;
  if (viewer.role === "super_admin") return true;
  return viewer.role === "company_admin" && viewer.companyId === companyId;
}
