import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

interface DeleteCommentDialogProps {
  /** The comment in question; null closes the dialog. */
  comment: Comment | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a comment is deleted, and deletes it. */
export function DeleteCommentDialog({ comment, onClose, onDeleted }: DeleteCommentDialogProps) {
  const remove = useApiMutation(commentsApi.remove, {
    refetch: [commentsApi.list, feedbackApi.get, feedbackApi.list, feedbackApi.listOnBoard],
    errorFallback: "Failed to delete comment",
  });
  const confirm = () => {
    if (!comment) return;
    const params = { id: String(comment.feedbackId), commentId: String(comment.id) };
    remove.mutate({ params }, { onSuccess: onDeleted });
  };
  return (
    <ConfirmDialog
      open={comment !== null}
      onOpenChange={onClose}
      title="Delete Comment"
      description="The comment will be deleted for everyone. This cannot be undone."
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={confirm}
    />
  );
}
