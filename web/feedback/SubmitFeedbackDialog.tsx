import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { KeyboardEvent } from "react";
import { useForm } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiQuery } from "#web/api/apiQuery.ts";
import { usePortal } from "#web/api/session.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { forgetFeedbackDraft, keepFeedbackDraft, readFeedbackDraft } from "./feedbackDraft.ts";
import { FeedbackForm, startValues } from "./feedbackForm.ts";
import { SubmitFeedbackFields } from "./SubmitFeedbackFields.tsx";

interface SubmitFeedbackDialogProps {
  isOpen: boolean;
  onClose: () => void;
  boards: readonly Board[];
  /** The board whose page this is; null elsewhere. */
  pageBoardId: number | null;
  onSubmitted: (item: FeedbackItem) => void;
}

/** Submits an item. What was typed is kept as a draft until it is sent. */
export function SubmitFeedbackDialog(props: SubmitFeedbackDialogProps) {
  const { isOpen, onClose, boards, pageBoardId, onSubmitted } = props;
  const { tenantId } = usePortal();
  const categories = useQuery(apiQuery(categoriesApi.list)).data ?? [];
  const form = useForm({ resolver: zodResolver(FeedbackForm), defaultValues: startValues(null, [], null) });
  const fillIn = useEffectEvent(() => form.reset(startValues(readFeedbackDraft(tenantId), boards, pageBoardId)));
  useEffect(() => {
    if (isOpen) fillIn();
  }, [isOpen]);
  const create = useApiMutation(feedbackApi.create, {
    refetch: [feedbackApi.list, feedbackApi.listOnBoard, boardsApi.list],
    success: "Feedback submitted successfully",
    errorFallback: "Failed to submit feedback",
    form,
    onSuccess: (item) => {
      forgetFeedbackDraft(tenantId);
      onSubmitted(item);
      onClose();
    },
  });
  const submit = form.handleSubmit((values) => {
    if (create.isPending) return;
    create.mutate({ body: { ...values, status: "new", ...(tenantId !== null && { companyId: tenantId }) } });
  });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !create.isPending) onClose();
      }}
      title="Submit Feedback"
      size="lg"
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button variant="secondary" disabled={create.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={create.isPending} pendingLabel="Submitting...">
            Submit Feedback
          </Button>
        </>
      }
    >
      <div
        className="flex flex-col gap-4"
        onChange={() => keepFeedbackDraft(tenantId, form.getValues())}
        onKeyDown={submitOnCtrlEnter}
      >
        <SubmitFeedbackFields
          register={form.register}
          control={form.control}
          errors={form.formState.errors}
          boards={boards}
          categories={categories}
        />
      </div>
    </Dialog>
  );
}

/** From every field; a text area sees to it by itself. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.defaultPrevented || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest("form")?.requestSubmit();
}
