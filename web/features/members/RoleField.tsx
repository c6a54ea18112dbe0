import type { UseFormRegisterReturn } from "react-hook-form";
import type { MemberRole } from "#contract/members.ts";
import { MEMBER_ROLES } from "#contract/members.ts";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";

interface RoleFieldProps {
  /** The result of react-hook-form's `register` for the field. */
  field: UseFormRegisterReturn;
  /** The chosen role, which the help text explains. */
  role: MemberRole;
  error: string | undefined;
}

/** A select for the role of a member. */
export function RoleField({ field, role, error }: RoleFieldProps) {
  return (
    <Field label="Role" help={ROLE_LABELS[role].help} error={error}>
      {(control) => (
        <Select {...control} {...field}>
          {MEMBER_ROLES.map((value) => (
            <option key={value} value={value}>
              {ROLE_LABELS[value].label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The label of each role of a member, and what the role allows. */
export const ROLE_LABELS: Readonly<Record<MemberRole, { label: string; help: string }>> = {
  company_admin: {
    label: "Admin",
    help: "Manages the company, its boards and its members, and sees private boards.",
  },
  user: { label: "Customer", help: "Submits, votes and comments on public boards." },
};
