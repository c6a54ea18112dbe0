import { useEffect } from "react";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { LoginFormState } from "./CredentialFields.tsx";

/** The second step of a login: the two-factor code. */
export function CodeFields({ form: { register, formState, setFocus } }: { form: LoginFormState }) {
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <Field
      label="Two-factor code"
      required
      help="The six digits of your authenticator app, or one of your recovery codes."
      error={formState.errors.code?.message}
    >
      {(control) => (
        <TextInput
          {...control}
          {...register("code")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
