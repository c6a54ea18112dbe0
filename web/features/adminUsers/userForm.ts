import * as z from "zod/mini";
import type { AdminUser } from "#contract/adminUsers.ts";
import { AdminUserForm } from "#contract/adminUsers.ts";
import { companyName } from "#contract/fields.ts";
import { USER_ROLES } from "#contract/users.ts";

/** A company name may be empty only for an account that neither has nor needs a company. */
const companyNameOrNone = z.string().check(z.trim());

/** The form for an existing account. */
export function editedUserForm(user: AdminUser) {
  const form = z.extend(AdminUserForm, {
    companyName: companyNameOrNone,
    role: z.enum(USER_ROLES),
    isActive: z.boolean(),
  });
  return form.check(
    z.check(({ value, issues }) => {
      const needsCompany = user.companyId !== null || value.role === "company_admin";
      if (value.companyName === "" && !needsCompany) return;
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

/** The field of a conflict (409), by the message that the server gives. */
export function conflictField(message: string | undefined): "username" | "companyName" | "role" {
  if (/username/i.test(message ?? "")) return "username";
  return /company/i.test(message ?? "") ? "companyName" : "role";
}

/** The form's initial values. */
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
 * The changed fields only: an unchanged company name could move the account to another company of
 * that name.
 */
export function userChanges(user: AdminUser, checked: EditedUserValues): Partial<EditedUserValues> {
  const before = userFormValues(user);
  const changed = Object.entries(checked).filter(
    ([field, value]) => value !== before[field as keyof EditedUserValues],
  );
  return Object.fromEntries(changed);
}
