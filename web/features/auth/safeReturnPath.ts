/** Where a signed-in user is at home (SPEC section 2). */
export const HOME_PATH = "/roadmap";

// A path of this origin: one slash, then neither a second one nor a backslash; no control characters anywhere.
const SAFE_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The path to go to after sign-in, as a header may hold it: `value` if it is a path of this very origin, else /roadmap. */
export function safeReturnPath(value: string | null | undefined): string {
  if (!value || !SAFE_PATH.test(value)) return HOME_PATH;
  // Whose origin it is does not matter: dots are resolved, and other alphabets written in ASCII.
  const { pathname, search, hash } = new URL(value, "http://localhost");
  const path = pathname + search + hash;
  return path.startsWith("//") || isSignInPath(path) ? HOME_PATH : path;
}

/** The address of the sign-in page that leads back to `path` afterwards. */
export function loginPath(path: string): string {
  return `/login?from=${encodeURIComponent(path)}`;
}

/**
 * The address of a sign-in page, which leads back to where one is. From one sign-in page to another what it already leads back to goes
 * along and nothing else: a mailed token stays out of further addresses.
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
