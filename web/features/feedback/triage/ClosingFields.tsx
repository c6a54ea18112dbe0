import { zodResolver } from "@hookform/resolvers/zod";
import type { RefObject } from "react";
import { useForm } from "react-hook-form";
import { ItemClosing } from "#contract/closing.ts";
import { CLOSE_REASON_LABELS, CLOSE_REASONS } from "#contract/feedbackLabels.ts";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";

/** The initial values of the form. */
export const CLOSING_DEFAULTS = { reason: CLOSE_REASONS[0], note: "", notify: true };

/** Creates the form for the reason why items are closed. */
export const useClosingForm = () =>
  useForm({ resolver: zodResolver(ItemClosing), defaultValues: CLOSING_DEFAULTS });

interface ClosingFieldsProps {
  form: ReturnType<typeof useClosingForm>;
  /** Whether the note can have pictures. A note to several items has none. */
  takesPictures: boolean;
  /** Gets the focus after the dialog closes, if the button that opened the dialog is removed. */
  focusAfter: RefObject<HTMLElement | null> | undefined;
}

/** The fields for the reason why items are closed. */
export function ClosingFields({ form, takesPictures, focusAfter }: ClosingFieldsProps) {
  useFocusWhenLost(focusAfter);
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" error={errors.reason?.message}>
        {(control) => (
          <Select {...control} {...form.register("reason")}>
            {CLOSE_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {CLOSE_REASON_LABELS[reason]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Public note"
        optional
        error={errors.note?.message}
        help="Everyone who sees the item can read it."
      >
        {(control) => (
          <MarkdownField
            rows={3}
            takesPictures={takesPictures}
            {...control}
            {...form.register("note")}
          />
        )}
      </Field>
      <Switch label="Notify followers" {...form.register("notify")} />
    </div>
  );
}
