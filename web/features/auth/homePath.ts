import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { HOME_PATH } from "./safeReturnPath.ts";

/**
 * Returns the page that opens after a sign-in by default: /roadmap, or the admin console for a
 * super admin whose roadmap would be empty because there is no company.
 */
export function homePath({ company }: Portal, { role, companyId }: User): string {
  const isWithoutCompany = company === null && companyId === null;
  return role === "super_admin" && isWithoutCompany ? "/admin/settings" : HOME_PATH;
}
