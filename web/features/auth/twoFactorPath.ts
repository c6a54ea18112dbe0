/** The path of the screen where users set up a second factor. */
export const TWO_FACTOR_PATH = "/two-factor";

/**
 * Returns the URL of the screen for setting up a second factor, with `path` as the page to continue
 * to.
 */
export function twoFactorPath(path: string): string {
  return `${TWO_FACTOR_PATH}?from=${encodeURIComponent(path)}`;
}
