import type { Comment } from "#contract/comments.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

interface DeleteCommentDialogProps {
  /** The comment to delete; null closes the dialog. */
  comment: Comment | null;
  /** Whether the comment has answers. */
  hasAnswers: boolean;
  onClose: () => void;
  /** Called after this user or another user has deleted the comment. */
  onDeleted: () => void;
}

/** Asks for confirmation, then deletes a comment. */
export function DeleteCommentDialog({
  comment,
  hasAnswers,
  onClose,
  onDeleted,
}: DeleteCommentDialogProps) {
  const remove = useApiMutation("DELETE /api/feedback/:id/comments/:commentId", {
    changes: "comment",
    errorFallback: "Failed to delete comment",
    onError: ({ status }) => {
      // Another user has deleted the comment or its item.
      if (status === 404) onDeleted();
    },
  });
  const confirm = () => {
    if (!comment) return;
    const params = { id: comment.feedbackId, commentId: comment.id };
    remove.mutate({ params }, { onSuccess: onDeleted });
  };
  return (
    <ConfirmDialog
      open={comment !== null}
      onOpenChange={onClose}
      title="Delete comment"
      description={`The comment will be deleted for everyone.${hasAnswers ? " Its answers stay." : ""} This cannot be undone.`}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={confirm}
    />
  );
}
