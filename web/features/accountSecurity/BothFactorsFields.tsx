import type { UseFormReturn } from "react-hook-form";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

/** Password and two-factor code, to confirm the user's identity. */
export function BothFactorsFields({
  form,
}: {
  form: UseFormReturn<{ password: string; code: string }>;
}) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-5">
      <Field label="Password" required error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register("password")}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Field
        label="Two-factor code"
        required
        help="The six digits of your authenticator app, or one of your recovery codes."
        error={errors.code?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register("code")}
            autoComplete="one-time-code"
            spellCheck={false}
          />
        )}
      </Field>
    </div>
  );
}
