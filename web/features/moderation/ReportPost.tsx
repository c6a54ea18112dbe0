import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { NewReport, REPORT_REASONS, reportsApi } from "#contract/reports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { REASON_LABELS } from "./reasonLabels.ts";

const DEFAULTS = { reason: REPORT_REASONS[0], note: "" };

const useReportForm = () => useForm({ resolver: zodResolver(NewReport), defaultValues: DEFAULTS });

interface ReportPostProps {
  feedbackId: number;
  /** Absent if the item is reported. */
  commentId?: number;
  /** What is reported, for screen readers. */
  subject: string;
}

/** The 'Report…' button of an item or comment with its dialog for the reason. */
export function ReportPost({ feedbackId, commentId, subject }: ReportPostProps) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useReportForm();
  const options = {
    refetch: [],
    errorFallback: "Failed to report",
    success: "Reported to the team",
    form,
    onSuccessMounted: () => setIsOpen(false),
  };
  const item = useApiMutation(reportsApi.reportFeedback, options);
  const comment = useApiMutation(reportsApi.reportComment, options);
  const isPending = item.isPending || comment.isPending;
  const send = form.handleSubmit((body) => {
    if (isPending) return;
    if (commentId === undefined) item.mutate({ params: { id: feedbackId }, body });
    else comment.mutate({ params: { id: feedbackId, commentId }, body });
  });
  const open = () => {
    form.reset(DEFAULTS);
    setIsOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-muted"
        aria-haspopup="dialog"
        onClick={open}
      >
        Report…<span className="sr-only"> {subject}</span>
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
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
    </>
  );
}

function ReportFields({ form }: { form: ReturnType<typeof useReportForm> }) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Reason" error={errors.reason?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register("reason")}>
            {REPORT_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {REASON_LABELS[reason]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Note" optional error={errors.note?.message}>
        {(control) => <TextArea rows={3} {...control} {...form.register("note")} />}
      </Field>
    </div>
  );
}
