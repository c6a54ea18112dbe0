import type { RefObject } from "react";
import { useState } from "react";
import { closingApi } from "#contract/closing.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import {
  CLOSING_DEFAULTS,
  ClosingFields,
  useClosingForm,
} from "#web/features/feedback/ClosingFields.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { QUERIES_AFFECTED_BY_CHANGE } from "./affectedQueries.ts";
import { useItemInCache } from "./useItemInCache.ts";

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
    form.reset(CLOSING_DEFAULTS);
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
        <Fields form={form} focusAfter={focusAfter} />
      </FormDialog>
    </>
  );
}

interface FieldsProps extends Pick<CloseFeedbackProps, "focusAfter"> {
  form: ReturnType<typeof useClosingForm>;
}

function Fields({ form, focusAfter }: FieldsProps) {
  useFocusWhenLost(focusAfter);
  return <ClosingFields form={form} />;
}
