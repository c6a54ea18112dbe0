import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent } from "react";
import { useForm } from "react-hook-form";
import { NewReport, REPORT_REASON_LABELS, REPORT_REASONS } from "#contract/reports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Select } from "#web/ui/Select.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";

const DEFAULTS = { reason: REPORT_REASONS[0], note: "" };

const useReportForm = () => useForm({ resolver: zodResolver(NewReport), defaultValues: DEFAULTS });

export interface ReportDialogProps {
  isOpen: boolean;
  onClose: () => void;
  feedbackId: number;
  /** The reported comment; absent if the item itself is reported. */
  commentId?: number | undefined;
}

/**
 * Asks for the reason, then reports an item or comment. The form is empty each time the dialog
 * opens.
 */
export function ReportDialog({ isOpen, onClose, feedbackId, commentId }: ReportDialogProps) {
  const form = useReportForm();
  const empty = useEffectEvent(() => form.reset(DEFAULTS));
  useEffect(() => {
    if (isOpen) empty();
  }, [isOpen]);
  const options = {
    errorFallback: "Failed to report",
    success: "Reported to the team",
    form,
    onSuccessMounted: onClose,
  };
  const item = useApiMutation("POST /api/feedback/:id/reports", options);
  const comment = useApiMutation("POST /api/feedback/:id/comments/:commentId/reports", options);
  const isPending = item.isPending || comment.isPending;
  const send = form.handleSubmit((body) => {
    if (isPending) return;
    if (commentId === undefined) item.mutate({ params: { id: feedbackId }, body });
    else comment.mutate({ params: { id: feedbackId, commentId }, body });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Report"
      description="Only the team of this portal sees the report and who has sent it."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      submitLabel="Report"
      pendingLabel="Reporting..."
      onSubmit={() => void send()}
    >
      <ReportFields form={form} />
    </FormDialog>
  );
}

function ReportFields({ form }: { form: ReturnType<typeof useReportForm> }) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" error={errors.reason?.message}>
        {(control) => (
          <Select {...control} {...form.register("reason")}>
            {REPORT_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {REPORT_REASON_LABELS[reason]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Note" optional error={errors.note?.message}>
        {(control) => <TextArea rows={3} {...control} {...form.register("note")} />}
      </Field>
    </div>
  );
}
