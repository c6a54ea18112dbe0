import { moderationApi } from "#contract/moderation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { authorOf } from "./authorOf.ts";
import type { DeletionProps } from "./ModeratedPosts.tsx";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";
import { postId } from "./postId.ts";
import { useUndoAction } from "./useUndoAction.ts";

/** Asks for confirmation, then rejects a waiting post. A rejected post is deleted. */
export function RejectDialog({ isOpen, onClose, post }: DeletionProps) {
  const undoAction = useUndoAction();
  const reject = useApiMutation(moderationApi.reject, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to reject",
    onSuccess: ({ decisionId }) =>
      toast({ title: "Rejected and deleted", action: undoAction(decisionId) }),
    onError: onClose,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={post.commentId === null ? "Reject this feedback?" : "Reject this comment?"}
      description={<Consequences post={post} />}
      confirmLabel="Reject"
      pendingLabel="Rejecting..."
      pending={reject.isPending}
      onConfirm={() => reject.mutate({ body: postId(post) }, { onSuccess: onClose })}
    />
  );
}

function Consequences({ post }: Pick<DeletionProps, "post">) {
  return (
    <>
      {post.commentId === null ? "The feedback" : "The comment"} by{" "}
      <bdi className="wrap-anywhere">{authorOf(post)}</bdi> will be deleted. Nobody is notified.
    </>
  );
}
