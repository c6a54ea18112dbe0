import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { Comment } from "#contract/comments.ts";
import { ChangedComment } from "#contract/comments.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";

interface EditCommentProps {
  comment: Comment;
  /** Called after the content was saved, and if the user cancels. */
  onClose: () => void;
}

/**
 * The form in which the author changes a comment. Ctrl+Enter or Cmd+Enter saves. Escape cancels if
 * the text is unchanged.
 */
export function EditComment({ comment, onClose }: EditCommentProps) {
  const form = useForm({
    resolver: zodResolver(ChangedComment),
    defaultValues: { content: comment.content },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  const { setFocus } = form;
  useEffect(() => setFocus("content"), [setFocus]);
  const edit = useApiMutation("PATCH /api/feedback/:id/comments/:commentId", {
    changes: "comment",
    errorFallback: "Failed to change comment",
    form,
  });
  const save = form.handleSubmit((body) => {
    if (edit.isPending) return;
    if (!isDirty) return onClose();
    const params = { id: comment.feedbackId, commentId: comment.id };
    edit.mutate({ params, body }, { onSuccess: onClose });
  });
  return (
    <form noValidate className="mt-1 flex flex-col gap-3" onSubmit={save}>
      <Field
        label={comment.visibility === "internal" ? "Your note" : "Your comment"}
        className="[&>label]:sr-only"
        error={errors.content?.message}
        required
      >
        {(control) => (
          <MarkdownField
            rows={3}
            {...control}
            {...form.register("content")}
            onKeyDown={(event) => {
              if (event.key === "Escape" && !isDirty) onClose();
            }}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button type="button" variant="ghost" disabled={edit.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={edit.isPending} pendingLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
