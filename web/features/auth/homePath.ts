import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { HOME_PATH } from "./safeReturnPath.ts";

/**
 * Returns the path of the page that opens by default after a sign-in. For a super admin, it is the
 * path of the admin console if neither the host nor the user has a company, because the roadmap
 * would then be empty. In all other cases, it is the path of the roadmap.
 */
export function homePath({ company }: Portal, { role, companyId }: User): string {
  const isWithoutCompany = company === null && companyId === null;
  return role === "super_admin" && isWithoutCompany ? "/admin/settings" : HOME_PATH;
}
