import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

interface BothFactorsFieldsProps {
  register: (field: "password" | "code") => UseFormRegisterReturn;
  errors: Readonly<Partial<Record<"password" | "code", FieldError>>>;
  /** Whether the account has a second factor. If so, the code field is displayed. */
  withCode?: boolean;
  /** Whether the account has a password. Otherwise the server requires a fresh login instead. */
  withPassword: boolean;
}

/**
 * The password field and, with `withCode`, the two-factor code field. Users confirm their identity
 * with these fields.
 */
export function BothFactorsFields({
  register,
  errors,
  withCode = true,
  withPassword,
}: BothFactorsFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      {withPassword ? (
        <Field label="Password" required error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...register("password")} autoComplete="current-password" />
          )}
        </Field>
      ) : null}
      {withCode ? (
        <Field
          label="Two-factor code"
          required
          help="The six digits of your authenticator app, or one of your recovery codes."
          error={errors.code?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register("code")}
              autoComplete="one-time-code"
              spellCheck={false}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
