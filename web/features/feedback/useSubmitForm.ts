import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent } from "react";
import type { Control, FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { forgetFeedbackDraft, keepFeedbackDraft, readFeedbackDraft } from "./feedbackDraft.ts";
import type { CheckedFeedback, FeedbackChoices, FeedbackFormValues } from "./feedbackForm.ts";
import { FeedbackForm, startValues } from "./feedbackForm.ts";
import { lastBoardId, rememberBoard } from "./lastBoard.ts";
import type { SubmissionCheck } from "./useSubmissionCheck.ts";
import { useSubmissionCheck } from "./useSubmissionCheck.ts";

export interface SubmitForm {
  readonly control: Control<FeedbackFormValues, unknown, CheckedFeedback>;
  readonly errors: FieldErrors<FeedbackFormValues>;
  /** Registers a field and stores the draft on each change. */
  readonly bind: (name: keyof FeedbackFormValues) => UseFormRegisterReturn;
  readonly fillHoneypot: SubmissionCheck["fillHoneypot"];
  readonly submit: () => Promise<void>;
  readonly isPending: boolean;
}

/**
 * Returns the state of the submit dialog's form. Each time the dialog opens, the form starts with
 * the stored draft.
 */
export function useSubmitForm(
  isOpen: boolean,
  listed: Omit<FeedbackChoices, "lastBoardId">,
  onSubmitted: (item: FeedbackItem) => void,
): SubmitForm {
  const { tenantId } = usePortal();
  const form = useForm({
    resolver: zodResolver(FeedbackForm),
    defaultValues: startValues(null, { ...listed, lastBoardId: null }),
  });
  const fillIn = useEffectEvent(() => {
    const choices = { ...listed, lastBoardId: lastBoardId(tenantId) };
    form.reset(startValues(readFeedbackDraft(tenantId), choices));
  });
  useEffect(() => {
    if (isOpen) fillIn();
  }, [isOpen]);
  const check = useSubmissionCheck(isOpen);
  const create = useApiMutation(feedbackApi.create, {
    // All pages of the portal share one draft. Their forms also share the pending submission, so
    // that the draft is not submitted twice.
    entityId: tenantId ?? 0,
    changes: "item",
    success: "Feedback submitted successfully",
    errorFallback: "Failed to submit feedback",
    form: isOpen ? form : undefined,
    onSuccess: ({ boardId }) => {
      forgetFeedbackDraft(tenantId);
      rememberBoard(tenantId, boardId);
    },
    onSuccessMounted: onSubmitted,
    onError: check.renew,
  });
  const isPending = create.pending !== undefined || form.formState.isSubmitting;
  const keepDraft = () => keepFeedbackDraft(tenantId, form.getValues());
  return {
    control: form.control,
    errors: form.formState.errors,
    bind: (name) => form.register(name, { onChange: keepDraft }),
    fillHoneypot: check.fillHoneypot,
    submit: form.handleSubmit(async (values) => {
      if (isPending) return;
      const body = { ...values, ...(await check.fields()) };
      create.mutate({ body: { ...body, status: "new", companyId: tenantId ?? undefined } });
    }),
    isPending,
  };
}
