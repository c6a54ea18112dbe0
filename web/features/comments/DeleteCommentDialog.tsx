import { useQueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

const affectedQueries = [
  commentsApi.list,
  feedbackApi.get,
  feedbackApi.list,
  feedbackApi.listOnBoard,
];

interface DeleteCommentDialogProps {
  /** The comment to delete; null closes the dialog. */
  comment: Comment | null;
  onClose: () => void;
  /** Called after this user or another user has deleted the comment. */
  onDeleted: () => void;
}

/** Asks for confirmation, then deletes a comment. */
export function DeleteCommentDialog({ comment, onClose, onDeleted }: DeleteCommentDialogProps) {
  const client = useQueryClient();
  const remove = useApiMutation(commentsApi.remove, {
    refetch: affectedQueries,
    errorFallback: "Failed to delete comment",
    onError: ({ status }) => {
      if (status !== 404) return;
      // Another user has deleted the comment or its item, so the cached data is outdated.
      for (const { path } of affectedQueries) void client.invalidateQueries({ queryKey: [path] });
      onDeleted();
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
      title="Delete Comment"
      description="The comment will be deleted for everyone. This cannot be undone."
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={confirm}
    />
  );
}
