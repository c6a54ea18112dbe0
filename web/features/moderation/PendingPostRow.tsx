import { useQueryClient } from "@tanstack/react-query";
import type { ModeratedPost } from "#contract/moderation.ts";
import { moderationApi } from "#contract/moderation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { StackedActions, StackedRow } from "#web/ui/StackedTable.tsx";
import { toast } from "#web/ui/toast.ts";
import { authorOf } from "./authorOf.ts";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";
import type { PostRowProps } from "./ModeratedPosts.tsx";
import { PostCell } from "./PostCell.tsx";
import { postId } from "./postId.ts";
import { useUndoAction } from "./useUndoAction.ts";

/** A row of the list of waiting posts, or of the list of possible spam. */
export function PendingPostRow({ post, onDelete, onBlock }: PostRowProps<ModeratedPost>) {
  const approve = useApprove();
  const { isPending } = approve;
  const { author, title } = post;
  return (
    <StackedRow>
      <PostCell post={post} />
      <StackedActions>
        <Button
          variant="secondary"
          size="sm"
          pending={isPending}
          pendingLabel="Approving..."
          onClick={() =>
            approve.mutate({ body: { ...postId(post), version: post.version ?? undefined } })
          }
        >
          Approve<span className="sr-only"> “{title}”</span>
        </Button>
        <Button variant="ghost" aria-haspopup="dialog" disabled={isPending} onClick={onDelete}>
          Reject…<span className="sr-only"> “{title}”</span>
        </Button>
        {author ? (
          <DropdownMenu>
            <DropdownMenuTrigger>
              <Button
                variant="ghost"
                size="icon"
                disabled={isPending}
                aria-label={`More about ${authorOf(post)}`}
              >
                <Ellipsis aria-hidden="true" className="text-muted" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              <DropdownMenuItem onSelect={() => approve.mutate({ body: { userId: author.id } })}>
                Approve all of this person
              </DropdownMenuItem>
              {author.isBlocked ? null : (
                <DropdownMenuItem onSelect={() => onBlock({ id: author.id, name: authorOf(post) })}>
                  Block this person…
                </DropdownMenuItem>
              )}
            </DropdownMenuContent>
          </DropdownMenu>
        ) : null}
      </StackedActions>
    </StackedRow>
  );
}

/**
 * Returns a mutation that approves waiting posts. The toast's 'Undo' button makes the posts wait
 * again.
 */
function useApprove() {
  const undoAction = useUndoAction();
  const client = useQueryClient();
  return useApiMutation(moderationApi.approve, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to approve",
    // The post was changed or decided on meanwhile, so the list is outdated.
    onError: () => void client.invalidateQueries({ queryKey: [moderationApi.list.path] }),
    onSuccess: ({ decided, decisionId }) =>
      toast({
        title: `${countLabel(decided, "post")} approved`,
        action: undoAction(decisionId),
      }),
  });
}
