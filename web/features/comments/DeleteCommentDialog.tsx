import type { RefObject } from "react";
import { useEffect, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

interface DeleteCommentDialogProps {
  /** The comment to delete; null closes the dialog. */
  comment: Comment | null;
  /** Whether the comment has answers. */
  hasAnswers: boolean;
  /** Gets the focus after a deletion, because the delete button is removed with the comment. */
  heading: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks for confirmation, then deletes a comment. */
export function DeleteCommentDialog(props: DeleteCommentDialogProps) {
  const { comment, hasAnswers, heading, onClose } = props;
  const [deletions, setDeletions] = useState(0);
  useEffect(() => {
    // The focus is moved in an effect, because the closing dialog releases the focus only after the
    // next render.
    if (deletions > 0) heading.current?.focus();
  }, [deletions, heading]);
  const finish = () => {
    onClose();
    setDeletions((count) => count + 1);
  };
  const remove = useApiMutation("DELETE /api/feedback/:id/comments/:commentId", {
    changes: "comment",
    errorFallback: "Failed to delete comment",
    onError: ({ status }) => {
      // Another user has deleted the comment or its item.
      if (status === 404) finish();
    },
  });
  const confirm = () => {
    if (!comment) return;
    const params = { id: comment.feedbackId, commentId: comment.id };
    remove.mutate({ params }, { onSuccess: finish });
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
