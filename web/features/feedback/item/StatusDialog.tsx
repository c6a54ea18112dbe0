import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { FeedbackDetail, FeedbackStatus } from "#contract/feedback.ts";
import { FeedbackChanges } from "#contract/feedback.ts";
import type { Audience } from "#contract/statusNotifications.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Button } from "#web/ui/Button.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { peopleLabel } from "#web/ui/peopleLabel.ts";
import { useGoOn } from "./ItemNeighbors.tsx";
import { useItemInCache } from "./useItemInCache.ts";

interface StatusDialogProps {
  isOpen: boolean;
  onClose: () => void;
  item: FeedbackDetail;
  /** The new status. */
  status: { readonly value: FeedbackStatus; readonly label: string };
}

/**
 * Saves a new status, with a public note. Says how many people will be notified. Every status can
 * follow every other status (docs/product-decisions.md "Feedback").
 */
export function StatusDialog({ isOpen, onClose, item, status }: StatusDialogProps) {
  const [isSilent, setIsSilent] = useState(false);
  const { form, update, setGoesOn } = useStatusChange({ onClose, item, status });
  const { errors, isDirty } = form.formState;
  const save = form.handleSubmit(({ note }) => {
    if (update.isPending) return;
    const notify = isSilent ? false : undefined;
    update.mutate({
      params: { id: item.id },
      body: { status: status.value, note: note || undefined, notify },
    });
  });
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) setGoesOn(event.shiftKey);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={`Change status to ${status.label}`}
      isDirty={isDirty}
      isPending={update.isPending}
      submitLabel="Change status"
      pendingLabel="Saving..."
      onSubmit={() => void save()}
    >
      <div className="flex flex-col gap-3" onKeyDownCapture={pressKey}>
        <Field
          label="Public note"
          optional
          error={errors.note?.message ?? errors.status?.message}
          help="Everyone who sees this item can read it."
        >
          {(control) => <MarkdownField rows={3} {...control} {...form.register("note")} />}
        </Field>
        <NotifiedAudience feedbackId={item.id} isSilent={isSilent} onChange={setIsSilent} />
      </div>
    </FormDialog>
  );
}

/**
 * Returns the form and the mutation that saves the status. `setGoesOn` sets whether the next item is
 * opened once the status is saved.
 */
function useStatusChange({ onClose, item, status }: Omit<StatusDialogProps, "isOpen">) {
  const { value, label } = status;
  const form = useForm({
    resolver: zodResolver(FeedbackChanges),
    defaultValues: { status: value, note: "" },
  });
  const goOn = useGoOn(item.id);
  const goesOn = useRef(false);
  const client = useQueryClient();
  const writeItem = useItemInCache();
  const update = useApiMutation("PATCH /api/feedback/:id", {
    changes: "item",
    errorFallback: "Failed to update feedback",
    form,
    onSuccess: ({ undoToken, ...saved }) => {
      writeItem(saved);
      const description = goesOn.current ? goOn?.ending : undefined;
      const message = { title: `Status: ${label}`, description };
      toastWithUndo(client, message, { undoToken, changes: "item" });
    },
    onSuccessMounted: () => {
      onClose();
      if (goesOn.current) goOn?.open();
    },
    onError: () => (goesOn.current = false),
  });
  const setGoesOn = (isChosen: boolean) => {
    goesOn.current = isChosen;
  };
  return { form, update, setGoesOn };
}

interface NotifiedAudienceProps {
  feedbackId: number;
  /** Whether the admin has chosen that nobody is notified. */
  isSilent: boolean;
  onChange: (isSilent: boolean) => void;
}

/**
 * Says how many people the change of status will notify. A button turns these notifications off or
 * on again.
 */
function NotifiedAudience({ feedbackId, isSilent, onChange }: NotifiedAudienceProps) {
  const audience = useQuery({
    ...apiQuery("/api/feedback/:id/audience", { params: { id: feedbackId } }),
    staleTime: 0,
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p role="status" className="min-w-0 text-sm text-muted">
        {textOf(audience, isSilent)}
      </p>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3 text-primary-text"
        onClick={() => onChange(!isSilent)}
      >
        {isSilent ? "Notify them" : "Don't notify"}
      </Button>
    </div>
  );
}

function textOf(
  { data, isError }: { data: Audience | undefined; isError: boolean },
  isSilent: boolean,
) {
  if (isSilent) return "Nobody will be notified";
  if (isError) return "People who follow this item will be notified";
  if (!data) return "Notifies …";
  const { total, byEmail, isCapped } = data;
  if (total === 0) return "Nobody else follows this item";
  const mails = isCapped ? "" : `, ${formatCount(byEmail)} by mail`;
  return `Notifies ${peopleLabel(total, isCapped)}${mails}`;
}
