/** The screen for changing one's own password. */
export const CHANGE_PASSWORD_PATH = "/change-password";

/** The address of that screen, with `path` as the page to continue to. */
export function changePasswordPath(path: string): string {
  return `${CHANGE_PASSWORD_PATH}?from=${encodeURIComponent(path)}`;
}
