import * as z from "zod/mini";
import type { AdminUser } from "#contract/adminUsers.ts";
import { AdminUserForm } from "#contract/adminUsers.ts";
import type { ApiError } from "#contract/errors.ts";
import { companyName } from "#contract/fields.ts";
import type { UserRole } from "#contract/users.ts";
import { USER_ROLES } from "#contract/userRoles.ts";

/**
 * Accepts an empty company name. `editedUserForm` refuses an empty name if the account has a
 * company or is a company admin.
 */
const companyNameOrNone = z.string().check(z.trim());

/** Whether the account needs a company if it has this role. */
export function needsCompany({ companyId }: AdminUser, role: UserRole): boolean {
  return companyId !== null || role === "company_admin";
}

/** Returns the schema of the form for an existing account. */
export function editedUserForm(user: AdminUser) {
  const form = z.extend(AdminUserForm, {
    companyName: companyNameOrNone,
    role: z.enum(USER_ROLES),
    isActive: z.boolean(),
  });
  return form.check(
    z.check(({ value, issues }) => {
      if (value.companyName === "" && !needsCompany(user, value.role)) return;
      const problem = companyName.safeParse(value.companyName).error?.issues[0];
      if (!problem) return;
      issues.push({
        code: "custom",
        input: value,
        path: ["companyName"],
        message: problem.message,
      });
    }),
  );
}

/** The values of the form for a new account. */
export type NewUserValues = z.output<typeof AdminUserForm>;

/** The values of the form for an existing account. */
export type EditedUserValues = z.output<ReturnType<typeof editedUserForm>>;

/** Returns the field that caused a conflict (409), according to the server's error message. */
export function conflictField({
  serverMessage = "",
}: ApiError): "username" | "companyName" | "role" {
  if (/username/i.test(serverMessage)) return "username";
  return /company/i.test(serverMessage) ? "companyName" : "role";
}

/** Returns the initial values of the form. */
export function userFormValues({
  username,
  fullName,
  companyName: company,
  role,
  isActive,
}: AdminUser): EditedUserValues {
  return { username, fullName: fullName ?? "", companyName: company ?? "", role, isActive };
}

/**
 * Returns only the changed fields. If an unchanged company name were also sent, the server could
 * move the account to another company of the same name.
 */
export function userChanges(user: AdminUser, checked: EditedUserValues): Partial<EditedUserValues> {
  const before = userFormValues(user);
  const changed = Object.entries(checked).filter(
    ([field, value]) => value !== before[field as keyof EditedUserValues],
  );
  return Object.fromEntries(changed);
}
