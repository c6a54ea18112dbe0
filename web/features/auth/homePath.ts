import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { HOME_PATH } from "./safeReturnPath.ts";

/**
 * Returns the page that opens after a sign-in by default. This is /roadmap. For a super admin, it
 * is the admin console if neither the host nor the user has a company, because the roadmap would
 * then be empty.
 */
export function homePath({ company }: Portal, { role, companyId }: User): string {
  const isWithoutCompany = company === null && companyId === null;
  return role === "super_admin" && isWithoutCompany ? "/admin/settings" : HOME_PATH;
}
