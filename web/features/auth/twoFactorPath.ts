/** The screen on which a second factor is set up. */
export const TWO_FACTOR_PATH = "/two-factor";

/** The address of that screen, which leads on to `path` afterwards. */
export function twoFactorPath(path: string): string {
  return `${TWO_FACTOR_PATH}?from=${encodeURIComponent(path)}`;
}
