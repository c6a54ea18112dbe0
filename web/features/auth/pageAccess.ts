import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
import {
  CHANGE_PASSWORD_PATH,
  changePasswordPath,
  homePath,
  loginPath,
  TWO_FACTOR_PATH,
  twoFactorPath,
} from "./signInPaths.ts";

/**
 * Who is allowed to open a page. `portalVisitors` means everyone on a company's host, but only
 * signed-in users on other hosts (docs/product-decisions.md "Hosts, tenants, viewers"). Pages for
 * `companyAdmin` and `superAdmin` redirect other signed-in users to / (docs/specification.md
 * "Company settings area"; docs/specification.md "6. Roles and permissions"). Pages for `signedOut`
 * redirect signed-in users to the page that would open after a login.
 */
export type PageAccess =
  | "everyone"
  | "portalVisitors"
  | "signedIn"
  | "signedOut"
  | "companyAdmin"
  | "superAdmin";

interface RedirectContext {
  readonly portal: Portal;
  readonly user: User | null;
  readonly url: URL;
}

/**
 * Returns the URL to redirect to; null if the user is allowed to open the page. A user with a
 * temporary password can open only the page for changing the password (docs/product-decisions.md
 * "Accounts"). A user who must set up a second factor can open only the setup page.
 */
export function redirectFor(
  access: PageAccess,
  { portal, user, url }: RedirectContext,
): string | null {
  const ownPath = url.pathname + url.search;
  const home = user ? homePath(portal, user) : undefined;
  const pathAfterLogin =
    access === "signedOut" ? safeReturnPath(url.searchParams.get("from"), home) : ownPath;
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

/**
 * Whether the user can open pages for admins of the company. A company admin without a company can
 * also open such a page, which then displays a message.
 */
function isCompanyAdmin(portal: Portal, user: User): boolean {
  const isWithoutCompany = user.role === "company_admin" && user.companyId === null;
  return isWithoutCompany || managedCompanyId(portal, user) !== null;
}
