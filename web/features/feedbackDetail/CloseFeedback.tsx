import { zodResolver } from "@hookform/resolvers/zod";
import type { RefObject } from "react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { closingApi, ItemClosing } from "#contract/closing.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { CLOSE_REASON_LABELS, CLOSE_REASONS } from "#contract/feedbackLabels.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { QUERIES_AFFECTED_BY_CHANGE } from "./affectedQueries.ts";
import { useItemInCache } from "./useItemInCache.ts";

const DEFAULTS = { reason: CLOSE_REASONS[0], note: "", notify: true };

const useClosingForm = () =>
  useForm({ resolver: zodResolver(ItemClosing), defaultValues: DEFAULTS });

interface CloseFeedbackProps {
  item: FeedbackDetail;
  /** Gets the focus when the dialog has closed and the button is removed. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** The 'Close…' button with its dialog for the reason (docs/product-decisions.md "Duplicates, triage"). */
export function CloseFeedback({ item, focusAfter }: CloseFeedbackProps) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useClosingForm();
  const close = useApiMutation(closingApi.close, {
    refetch: QUERIES_AFFECTED_BY_CHANGE,
    errorFallback: "Failed to close feedback",
    success: "Feedback closed",
    form,
    onSuccess: useItemInCache(),
    onSuccessMounted: () => setIsOpen(false),
  });
  const open = () => {
    form.reset(DEFAULTS);
    setIsOpen(true);
  };
  const save = form.handleSubmit((body) => {
    if (!close.isPending) close.mutate({ params: { id: item.id }, body });
  });
  return (
    <>
      {item.state === "open" ? (
        <Button variant="secondary" aria-haspopup="dialog" onClick={open}>
          Close…
        </Button>
      ) : null}
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Close Feedback"
        description="A closed item leaves the lists and takes no votes. It can be reopened."
        isDirty={form.formState.isDirty}
        isPending={close.isPending}
        submitLabel="Close Feedback"
        pendingLabel="Closing..."
        onSubmit={() => void save()}
      >
        <ClosingFields form={form} focusAfter={focusAfter} />
      </FormDialog>
    </>
  );
}

interface ClosingFieldsProps extends Pick<CloseFeedbackProps, "focusAfter"> {
  form: ReturnType<typeof useClosingForm>;
}

function ClosingFields({ form, focusAfter }: ClosingFieldsProps) {
  useFocusWhenLost(focusAfter);
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" error={errors.reason?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register("reason")}>
            {CLOSE_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {CLOSE_REASON_LABELS[reason]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field
        label="Public note"
        optional
        error={errors.note?.message}
        help="Everyone who sees this item can read it."
      >
        {(control) => <TextArea rows={3} {...control} {...form.register("note")} />}
      </Field>
      <Switch label="Notify followers" {...form.register("notify")} />
    </div>
  );
}
