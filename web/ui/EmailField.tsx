import type { ComponentProps } from "react";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

interface EmailFieldProps {
  /**
   * Registers the field. It is called while the field is rendered, because the order of these calls
   * decides which invalid field gets the focus.
   */
  register: () => ComponentProps<"input">;
  error: string | undefined;
  autoComplete?: string;
}

/** The field for the e-mail address of an account. */
export function EmailField({ register, error, autoComplete = "username" }: EmailFieldProps) {
  return (
    <Field label="Work email" required error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...register()}
          type="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
