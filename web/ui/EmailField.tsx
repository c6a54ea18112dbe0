import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

interface EmailFieldProps {
  /** What react-hook-form's `register` returned. */
  input: UseFormRegisterReturn;
  error: string | undefined;
  autoComplete?: string;
}

/** The field for the e-mail address of an account. */
export function EmailField({ input, error, autoComplete = "username" }: EmailFieldProps) {
  return (
    <Field label="Work email" required error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          type="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
