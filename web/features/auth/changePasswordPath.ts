/** The screen on which the own password is changed. */
export const CHANGE_PASSWORD_PATH = "/change-password";

/** The address of that screen, which leads on to `path` afterwards. */
export function changePasswordPath(path: string): string {
  return `${CHANGE_PASSWORD_PATH}?from=${encodeURIComponent(path)}`;
}
