import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

type IdentityField = "username" | "fullName" | "companyName";

interface IdentityFieldsProps {
  register: (field: IdentityField) => UseFormRegisterReturn;
  errors: Readonly<Partial<Record<IdentityField, FieldError>>>;
  companyHelp: string;
  isCompanyRequired: boolean;
}

/**
 * The name, e-mail and company fields of an account (docs/specification.md "/admin/users (super
 * admin only; others sent to /)").
 */
export function IdentityFields({
  register,
  errors,
  companyHelp,
  isCompanyRequired,
}: IdentityFieldsProps) {
  return (
    <>
      <Field label="Username (email)" required error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register("username")}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <TextInput {...control} {...register("fullName")} autoComplete="off" />}
      </Field>
      <Field
        label="Company name"
        required={isCompanyRequired}
        error={errors.companyName?.message}
        help={companyHelp}
      >
        {(control) => <TextInput {...control} {...register("companyName")} autoComplete="off" />}
      </Field>
    </>
  );
}
