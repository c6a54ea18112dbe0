import { useQueryClient } from "@tanstack/react-query";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { callThrough } from "#web/app/api/apiQuery.ts";
import { isApiError } from "#web/app/api/call.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { toast } from "#web/ui/toast.ts";

export interface DisownButtonProps {
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
export function DisownButton({ post, ...ids }: DisownButtonProps) {
  const user = useCurrentUser();
  return post.isImported && post.userId === user?.id ? <OwnPostButton {...ids} /> : null;
}

function OwnPostButton({ feedbackId, commentId }: Omit<DisownButtonProps, "post">) {
  const client = useQueryClient();
  const changes = commentId === undefined ? "item" : "comment";
  const takeBack = async () => {
    const input = { params: { id: feedbackId }, body: { commentId } };
    try {
      await callThrough(client, "DELETE /api/feedback/:id/disown", input);
      toast({ title: "Undone" });
    } catch (error) {
      const description = (isApiError(error) && error.serverMessage) || "Failed to undo";
      toast({ title: "Error", description, variant: "destructive" });
    }
    await refresh();
  };
  const refresh = () =>
    Promise.all([invalidateAffected(client, changes), invalidateAffected(client, "ownImported")]);
  const disown = useApiMutation("POST /api/feedback/:id/disown", {
    entityId: commentId ?? feedbackId,
    changes,
    errorFallback: "Failed to disown",
    onSuccess: () => {
      void invalidateAffected(client, "ownImported");
      toast({
        title: "No longer yours",
        description: "It now has the name from the import, without your account.",
        action: { label: "Undo", onPress: () => void takeBack() },
      });
    },
  });
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
