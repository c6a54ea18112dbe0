import { useWatch } from "react-hook-form";
import { LandingPageContent } from "#contract/landingPage.ts";
import { Field } from "#web/ui/Field.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { LandingField } from "./fieldGroups.ts";
import { maxLengthOf } from "./maxLengthOf.ts";
import type { LandingFormState } from "./useLandingForm.ts";

interface LandingFieldsProps {
  form: LandingFormState;
  /**
   * The saved content, for the server's render. After hydration the fields have the form's values.
   */
  saved: LandingPageContent;
  fields: readonly LandingField[];
}

/** Displays fields of the landing page form, each with the length of its text and the limit. */
export function LandingFields({
  form: { control, register, formState },
  saved,
  fields,
}: LandingFieldsProps) {
  const typed = useWatch({ control });
  return fields.map(({ name, label, rows, help }) => (
    <Field
      key={name}
      label={label}
      required
      error={formState.errors[name]?.message}
      help={[help, usedOf(typed[name] ?? "", name)].filter(Boolean).join(" ")}
    >
      {(fieldControl) =>
        rows ? (
          <TextArea {...fieldControl} {...register(name)} defaultValue={saved[name]} rows={rows} />
        ) : (
          <TextInput
            {...fieldControl}
            {...register(name)}
            defaultValue={saved[name]}
            autoComplete="off"
          />
        )
      }
    </Field>
  ));
}

/**
 * Returns a text such as '12 of 60 characters.' Like the contract, the count ignores surrounding
 * whitespace.
 */
function usedOf(text: string, name: keyof LandingPageContent): string {
  const limit = maxLengthOf(LandingPageContent.shape[name]) ?? 0;
  return `${text.trim().length.toLocaleString("en")} of ${limit.toLocaleString("en")} characters.`;
}
