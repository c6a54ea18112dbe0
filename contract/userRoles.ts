/*
 * Pages of signed-in users need these labels. They are not in users.ts, because importing that file
 * would load zod.
 */

export const USER_ROLES = ["user", "company_admin", "super_admin"] as const;

export const USER_ROLE_LABELS: Record<(typeof USER_ROLES)[number], string> = {
  user: "User",
  company_admin: "Company admin",
  super_admin: "Super admin",
};
