/** The page after sign-in by default (docs/specification.md "2. Screens and routes"). */
export const HOME_PATH = "/roadmap";

// A path of this origin: a slash that neither a second slash nor a backslash follows, and no
// control characters.
const SAFE_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/**
 * The path to open after sign-in: `value` if it is a path of this origin, else /roadmap. Safe in a
 * response header.
 */
export function safeReturnPath(value: string | null | undefined): string {
  if (!value || !SAFE_PATH.test(value)) return HOME_PATH;
  // The base does not matter. `URL` resolves dots and percent-encodes other alphabets.
  const { pathname, search, hash } = new URL(value, "http://localhost");
  const path = pathname + search + hash;
  return path.startsWith("//") || isSignInPath(path) ? HOME_PATH : path;
}

/** The address of the login page with `path` as the page to return to. */
export function loginPath(path: string): string {
  return `/login?from=${encodeURIComponent(path)}`;
}

/**
 * The address of a sign-in page with the current page as the page to return to. From one sign-in
 * page to another only `from` is passed on, so that a mailed token does not get into further
 * addresses.
 */
export function signInAddress(
  to: "/login" | "/register" | "/forgot-password",
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string {
  let from = pathname === "/" ? null : pathname + search;
  if (isSignInPath(pathname)) from = new URLSearchParams(search).get("from");
  return from === null ? to : `${to}?from=${encodeURIComponent(from)}`;
}

function isSignInPath(path: string): boolean {
  return /^\/(?:login|register|forgot-password|reset-password)(?:[/?#]|$)/.test(path);
}
