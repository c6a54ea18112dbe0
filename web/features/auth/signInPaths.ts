import type { Portal } from "#contract/portal.ts";
import { HOME_PATH, isSignInPath } from "#contract/safeReturnPath.ts";
import type { User } from "#contract/users.ts";

/** Returns the URL of the login page with `path` as the page to return to. */
export function loginPath(path: string): string {
  return withReturnPath("/login", path);
}

/**
 * Returns the URL of a sign-in page with the current page as the page to return to. The page / is
 * not passed on, so that the default page opens after the sign-in. If the current page is itself a
 * sign-in page, only its `from` parameter is passed on, because its other parameters can contain
 * the token of a mailed link.
 */
export function signInAddress(
  to: "/login" | "/register" | "/forgot-password",
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string {
  let from = pathname === "/" ? null : pathname + search;
  if (isSignInPath(pathname)) from = new URLSearchParams(search).get("from");
  return from === null ? to : withReturnPath(to, from);
}

/**
 * Returns the path of the page that opens by default after a sign-in. For a super admin, it is the
 * path of the admin console if neither the host nor the user has a company, because the roadmap
 * would then be empty. In all other cases, it is the path of the roadmap.
 */
export function homePath({ company }: Portal, { role, companyId }: User): string {
  const isWithoutCompany = company === null && companyId === null;
  return role === "super_admin" && isWithoutCompany ? "/admin/settings" : HOME_PATH;
}

/** The path of the screen where users change their password. */
export const CHANGE_PASSWORD_PATH = "/change-password";

/**
 * Returns the URL of the screen where users change their password, with `path` as the page to
 * continue to.
 */
export function changePasswordPath(path: string): string {
  return withReturnPath(CHANGE_PASSWORD_PATH, path);
}

/** The path of the screen where users set up a second factor. */
export const TWO_FACTOR_PATH = "/two-factor";

/**
 * Returns the URL of the screen for setting up a second factor, with `path` as the page to continue
 * to.
 */
export function twoFactorPath(path: string): string {
  return withReturnPath(TWO_FACTOR_PATH, path);
}

function withReturnPath(to: string, path: string): string {
  return `${to}?from=${encodeURIComponent(path)}`;
}
