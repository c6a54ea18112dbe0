import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { authorOf } from "./authorOf.ts";
import type { DeletionProps } from "./ModeratedPosts.tsx";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";

/** Asks for confirmation, then deletes a reported item or comment. */
export function RemoveDialog({ isOpen, onClose, post }: DeletionProps) {
  const { feedbackId, commentId } = post;
  const options = {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to delete",
    success: "Deleted",
    onError: onClose,
  };
  const removeItem = useApiMutation(feedbackApi.remove, options);
  const removeComment = useApiMutation(commentsApi.remove, options);
  const remove = () => {
    const done = { onSuccess: onClose };
    if (commentId === null) removeItem.mutate({ params: { id: feedbackId } }, done);
    else removeComment.mutate({ params: { id: feedbackId, commentId } }, done);
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={commentId === null ? "Delete Feedback" : "Delete Comment"}
      description={<Consequences post={post} />}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={removeItem.isPending || removeComment.isPending}
      onConfirm={remove}
    />
  );
}

function Consequences({ post }: Pick<DeletionProps, "post">) {
  return (
    <>
      {post.commentId === null ? "The feedback with its votes and comments, " : "The comment, "}
      written by <bdi className="wrap-anywhere">{authorOf(post)}</bdi>, will be deleted for
      everyone. This cannot be undone.
    </>
  );
}
