import * as z from "zod/mini";
import type { AdminUser } from "#contract/adminUsers.ts";
import { AdminUserForm } from "#contract/adminUsers.ts";
import type { ApiError } from "#contract/errors.ts";
import { companyName } from "#contract/fields.ts";
import type { UserRole } from "#contract/users.ts";
import { USER_ROLES } from "#contract/userRoles.ts";

/** Accepts an empty company name, which `editedUserForm` refuses where the account needs a company. */
const companyNameOrNone = z.string().check(z.trim());

/**
 * Whether the account needs a company if it has this role. Only a super admin has none
 * (docs/product-decisions.md "Accounts").
 */
export function needsCompany({ companyId }: AdminUser, role: UserRole): boolean {
  return companyId !== null || role !== "super_admin";
}

/**
 * Returns the schema of the form for an existing account. An account without a company can be
 * deactivated as it is.
 */
export function editedUserForm(user: AdminUser) {
  const form = z.extend(AdminUserForm, {
    companyName: companyNameOrNone,
    role: z.enum(USER_ROLES),
    isActive: z.boolean(),
  });
  return form.check(
    z.check(({ value, issues }) => {
      if (value.companyName === "" && !needsCompany(user, value.role)) return;
      if (!changesIdentity(user, value)) return;
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

/** The fields that the specification sends (docs/specification.md "7. Calls"). */
const SPECIFIED = ["username", "fullName", "companyName", "role"] as const;

/** Whether a specified field differs from the account. */
function changesIdentity(user: AdminUser, values: EditedUserValues): boolean {
  const before = userFormValues(user);
  return SPECIFIED.some((field) => values[field] !== before[field]);
}

/**
 * Returns the body of the change: all specified fields if one of them was changed, and `isActive` if
 * it was changed. An account without a company has no `companyName`. The id of the account's company
 * goes with its name, because another super admin may have renamed the company: the server then
 * refuses the change instead of founding a company with the old name.
 */
export function userChanges(user: AdminUser, checked: EditedUserValues) {
  const { isActive, companyName: company, ...identity } = checked;
  const isSameCompany = user.companyId !== null && company === user.companyName;
  return {
    ...(changesIdentity(user, checked) && {
      ...identity,
      ...(company !== "" && { companyName: company }),
      ...(isSameCompany && { companyId: user.companyId ?? undefined }),
    }),
    ...(isActive !== user.isActive && { isActive }),
  };
}
