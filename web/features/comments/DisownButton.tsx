import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";

interface DisownButtonProps {
  feedbackId: number;
  /** The item or comment. */
  post: { readonly isImported: boolean; readonly userId: number | null };
  /** The imported comment; absent if the item is disowned. */
  commentId?: number;
}

/**
 * The button with which users take their account off an item or comment that an import has written
 * under their name. Renders nothing for other posts.
 */
export function DisownButton({ feedbackId, post, commentId }: DisownButtonProps) {
  const user = useCurrentUser();
  const disown = useApiMutation("POST /api/feedback/:id/disown", {
    entityId: commentId ?? feedbackId,
    changes: commentId === undefined ? "item" : "comment",
    errorFallback: "Failed to disown",
    success: {
      title: "No longer yours",
      description: "It now has the name from the import, without your account.",
    },
  });
  if (!post.isImported || post.userId !== user?.id) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-muted"
      pending={disown.isPending}
      pendingLabel="Disowning..."
      onClick={() => disown.mutate({ params: { id: feedbackId }, body: { commentId } })}
    >
      Not mine
      <span className="sr-only">
        {" "}
        – take my account off this {commentId === undefined ? "feedback" : "comment"}
      </span>
    </Button>
  );
}
