import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { managedCompanyId } from "#web/app/api/managedCompany.ts";
import { CHANGE_PASSWORD_PATH, changePasswordPath } from "./changePasswordPath.ts";
import { loginPath, safeReturnPath } from "./safeReturnPath.ts";
import { TWO_FACTOR_PATH, twoFactorPath } from "./twoFactorPath.ts";

/**
 * Who may open a page: everyone; everyone on a company's host but only the signed-in on the product's own
 * (DECISIONS "Hosts, tenants, viewers"); the signed-in; only those who are not; the admins of a company; or the super
 * admins. Others than these two are sent to / (SPEC section 2, company settings area; section 6).
 */
export type PageAccess =
  | "everyone"
  | "portalVisitors"
  | "signedIn"
  | "signedOut"
  | "companyAdmin"
  | "superAdmin";

interface Visit {
  readonly portal: Portal;
  readonly user: User | null;
  /** The page's own address. */
  readonly url: URL;
}

/**
 * The address to go to instead; null when the page may be opened. With a temporary password that is only the page on
 * which it is changed (DECISIONS "Accounts"); without a second factor that admins need, the one on which it is set up.
 */
export function redirectFor(access: PageAccess, { portal, user, url }: Visit): string | null {
  const ownPath = url.pathname + url.search;
  const pathAfterLogin =
    access === "signedOut" ? safeReturnPath(url.searchParams.get("from")) : ownPath;
  if (user?.mustChangePassword) {
    return url.pathname === CHANGE_PASSWORD_PATH ? null : changePasswordPath(pathAfterLogin);
  }
  if (user?.mustSetUpMfa)
    return url.pathname === TWO_FACTOR_PATH ? null : twoFactorPath(pathAfterLogin);
  if (access === "signedOut") return user ? pathAfterLogin : null;
  const isForAll =
    access === "everyone" || (access === "portalVisitors" && portal.company !== null);
  if (isForAll) return null;
  if (!user) return loginPath(ownPath);
  return isAdmitted(access, portal, user) ? null : "/";
}

function isAdmitted(access: PageAccess, portal: Portal, user: User): boolean {
  if (access === "superAdmin") return user.role === "super_admin";
  return access !== "companyAdmin" || isCompanyAdmin(portal, user);
}

/** An admin whose company is missing gets in, to be told so. */
function isCompanyAdmin(portal: Portal, user: User): boolean {
  const isWithoutCompany = user.role === "company_admin" && user.companyId === null;
  return isWithoutCompany || managedCompanyId(portal, user) !== null;
}
