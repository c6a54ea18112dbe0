/** Where a signed-in user is at home (SPEC section 2). */
export const HOME_PATH = "/roadmap";

// A path of this origin: one slash, then neither a second one nor a backslash; no control characters anywhere.
const SAFE_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The path to go to after sign-in: `value` if it is a path of this very origin, else /roadmap. */
export function safeReturnPath(value: string | null | undefined): string {
  return value && SAFE_PATH.test(value) && !isSignInPath(value) ? value : HOME_PATH;
}

/** The address of the sign-in page that leads back to `path` afterwards. */
export function loginPath(path: string): string {
  return `/login?from=${encodeURIComponent(path)}`;
}

function isSignInPath(path: string): boolean {
  return /^\/(?:login|register|forgot-password|reset-password)(?:[/?#]|$)/.test(path);
}
