import type { ComponentProps } from "react";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

interface EmailFieldProps {
  /** By default, the label of the specification. */
  label?: string;
  /**
   * Registers the field. It is called while the field is rendered, because the order of these calls
   * decides which invalid field gets the focus.
   */
  register: () => ComponentProps<"input">;
  error: string | undefined;
  autoComplete?: string;
}

/** The field for the e-mail address of an account. */
export function EmailField({
  label = "Work email",
  register,
  error,
  autoComplete = "username",
}: EmailFieldProps) {
  return (
    <Field label={label} required error={error}>
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
