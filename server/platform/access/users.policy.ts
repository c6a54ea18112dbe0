import type { SiteSettings } from "#contract/siteSettings.ts";
import type { User } from "#contract/users.ts";

/** The user who sends a request; null if anonymous. */
export type Viewer = User | null;

/** Whether the site settings require a second factor of this user. */
export function isMfaRequired(
  { role }: Pick<User, "role">,
  { requireAdminMfa }: Pick<SiteSettings, "requireAdminMfa">,
): boolean {
  return requireAdminMfa && role !== "user";
}

/**
 * Whether the viewer is an admin of the company. The role `company_admin` applies only to the
 * user's own company, `super_admin` to every company (docs/product-decisions.md "Hosts, tenants,
 * viewers").
 */
export function isAdminOf(
  viewer: Pick<User, "role" | "companyId"> | null,
  companyId: number | null,
): boolean {
  if (!viewer || companyId === null) return false;
  if (viewer.role === "super_admin") return true;
  return viewer.role === "company_admin" && viewer.companyId === companyId;
}
