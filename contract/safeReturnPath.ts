// Node and browsers have it.
declare const URL: new (
  address: string,
  base: string,
) => { pathname: string; search: string; hash: string };

/**
 * The page that opens after a sign-in by default (docs/specification.md "2. Screens and routes").
 */
export const HOME_PATH = "/roadmap";

// Matches a path of this origin: it starts with one slash only and contains no backslashes or
// control characters. Any other value could lead to another origin.
const SAFE_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/**
 * Returns the path to open after a sign-in. This is `value` if it is a path of this origin and not
 * a sign-in page, otherwise `home`. The path is percent-encoded, so it is safe in a response
 * header.
 */
export function safeReturnPath(value: string | null | undefined, home = HOME_PATH): string {
  if (!value || !SAFE_PATH.test(value)) return home;
  // The base URL does not affect the path. `URL` resolves dot segments and percent-encodes
  // non-ASCII characters.
  const { pathname, search, hash } = new URL(value, "http://localhost");
  const path = pathname + search + hash;
  // The router decodes what need not be encoded, such as %61 for a letter.
  const routed = path.replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent);
  return path.startsWith("//") || isSignInPath(routed) ? home : path;
}

/** Whether a path is a page for people who are not signed in, or starts a sign-in. */
export function isSignInPath(path: string): boolean {
  return /^\/(?:login|register|forgot-password|reset-password|auth)(?:[/?#]|$)/.test(path);
}
