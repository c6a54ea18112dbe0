/** The path of the screen where users change their password. */
export const CHANGE_PASSWORD_PATH = "/change-password";

/**
 * Returns the URL of the screen where users change their password, with `path` as the page to
 * continue to.
 */
export function changePasswordPath(path: string): string {
  return `${CHANGE_PASSWORD_PATH}?from=${encodeURIComponent(path)}`;
}
