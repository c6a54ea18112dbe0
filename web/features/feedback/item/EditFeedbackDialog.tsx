import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { FeedbackChanges } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { useItemInCache } from "./useItemInCache.ts";

interface EditFeedbackDialogProps {
  item: FeedbackDetail;
  /**
   * Whether the 'Edit' button is displayed. A dialog that is already open stays open when
   * `isOffered` becomes false. Saving then displays the server's error.
   */
  isOffered?: boolean;
}

/** The 'Edit' button with its dialog for title and description. */
export function EditFeedbackDialog({ item, isOffered = true }: EditFeedbackDialogProps) {
  const { title, description } = item;
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  const { form, update } = useEditForm(item);
  const open = () => {
    form.reset({ title, description });
    setIsOpen(true);
  };
  const { errors, isDirty, dirtyFields } = form.formState;
  const save = form.handleSubmit((checked) => {
    if (update.isPending) return;
    if (!isDirty) return setIsOpen(false);
    // Only changed fields are sent. If another user has changed the other field meanwhile, that
    // change is not overwritten.
    const body = {
      ...(dirtyFields.title && { title: checked.title }),
      ...(dirtyFields.description && { description: checked.description }),
    };
    // `onSuccess` runs after the refetch. Until the refetch ends, the form is pending and cannot be
    // closed.
    update.mutate({ params: { id: item.id }, body }, { onSuccess: () => setIsOpen(false) });
  });
  return (
    <>
      {isOffered ? (
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          data-key="e"
          disabled={!isHydrated}
          onClick={open}
        >
          Edit
        </Button>
      ) : null}
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Edit feedback"
        isDirty={isDirty}
        isPending={update.isPending}
        submitLabel="Save changes"
        pendingLabel="Saving..."
        onSubmit={() => void save()}
      >
        <div className="flex flex-col gap-4">
          <Field label="Title" error={errors.title?.message} required>
            {(control) => <TextInput autoComplete="off" {...control} {...form.register("title")} />}
          </Field>
          <Field label="Description" error={errors.description?.message} required>
            {(control) => <MarkdownField rows={6} {...control} {...form.register("description")} />}
          </Field>
        </div>
      </FormDialog>
    </>
  );
}

function useEditForm({ title, description }: FeedbackDetail) {
  const form = useForm({
    resolver: zodResolver(FeedbackChanges),
    defaultValues: { title, description },
  });
  const update = useApiMutation("PATCH /api/feedback/:id", {
    changes: "item",
    errorFallback: "Failed to update feedback",
    success: "Feedback updated successfully",
    form,
    onSuccess: useItemInCache(),
  });
  return { form, update };
}
