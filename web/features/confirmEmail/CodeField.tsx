import type { UseFormReturn } from "react-hook-form";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

interface CodeFieldProps {
  form: UseFormReturn<{ code: string }>;
  /** The error of a form that was sent without JavaScript. */
  problem?: string | undefined;
}

/** The field for the six-digit code. */
export function CodeField({ form, problem }: CodeFieldProps) {
  return (
    <Field
      label="Six-digit code"
      required
      help="It works for 15 minutes. Look among the unwanted mails as well."
      error={form.formState.errors.code?.message ?? problem}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.register("code")}
          // The default value is for the server's HTML, because the form sets the value only in the
          // browser.
          defaultValue={form.formState.defaultValues?.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-48"
        />
      )}
    </Field>
  );
}
