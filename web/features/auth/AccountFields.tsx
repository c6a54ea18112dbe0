import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

type AccountField = "fullName" | "username" | "password";

interface AccountFieldsProps {
  register: (field: AccountField) => UseFormRegisterReturn;
  errors: Readonly<Partial<Record<AccountField, FieldError>>>;
}

/** The name and e-mail fields of a new account. */
export function NameFields({ register, errors }: AccountFieldsProps) {
  return (
    <>
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <TextInput {...control} {...register("fullName")} autoComplete="name" />}
      </Field>
      <Field label="Work email" required error={errors.username?.message}>
        {(control) => (
          <TextInput {...control} {...register("username")} type="email" autoComplete="username" />
        )}
      </Field>
    </>
  );
}

/** The password field of a new account. */
export function NewPasswordField({ register, errors }: AccountFieldsProps) {
  return (
    <Field
      label="Password"
      required
      help={errors.password ? undefined : "At least 8 characters."}
      error={errors.password?.message}
    >
      {(control) => (
        <PasswordInput {...control} {...register("password")} autoComplete="new-password" />
      )}
    </Field>
  );
}
