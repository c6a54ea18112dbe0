import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ModeratedPost } from "#contract/moderation.ts";
import { moderationApi } from "#contract/moderation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Ellipsis, ShieldCheck } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { StackedActions, StackedRow } from "#web/ui/StackedTable.tsx";
import { toast } from "#web/ui/toast.ts";
import type { DeletionProps, PostRowProps } from "./ModeratedPosts.tsx";
import { authorOf, ModeratedPosts, PostCell, postId } from "./ModeratedPosts.tsx";
import {
  pendingPostsQuery,
  QUERIES_AFFECTED_BY_MODERATION,
  suspectedPostsQuery,
} from "./moderationQueries.ts";
import { useUndoAction } from "./useUndoAction.ts";

/**
 * Lists the items and comments that wait for approval, except possible spam. Each row has buttons
 * to approve or reject the post.
 */
export function PendingPosts() {
  return (
    <ModeratedPosts
      id="waiting"
      title="Waiting for approval"
      list={useInfiniteQuery(pendingPostsQuery())}
      loadingLabel="Loading what waits for approval"
      skeletonRows={3}
      errorMessage="Failed to fetch what waits for approval"
      columns={["Post", "Actions"]}
      empty={
        <EmptyState
          icon={ShieldCheck}
          title="Nothing is waiting"
          text="New feedback and comments that need your approval are listed here."
        />
      }
      Row={PendingPostRow}
      DeletionDialog={RejectDialog}
    />
  );
}

/** Lists the items that wait for approval as possible spam. */
export function SuspectedPosts() {
  const list = useInfiniteQuery(suspectedPostsQuery());
  const hasPosts = list.data?.pages.some(({ items }) => items.length > 0) ?? false;
  return (
    <ModeratedPosts
      id="suspected"
      title="Possible spam"
      list={list}
      actions={hasPosts ? <DeleteAll /> : null}
      loadingLabel="Loading possible spam"
      skeletonRows={1}
      errorMessage="Failed to fetch possible spam"
      columns={["Post", "Actions"]}
      empty={
        <p className="text-sm">
          Feedback of visitors without an account that may come from a program is listed here.
        </p>
      }
      Row={PendingPostRow}
      DeletionDialog={RejectDialog}
    />
  );
}

function DeleteAll() {
  const [isAsking, setIsAsking] = useState(false);
  const undoAction = useUndoAction();
  const reject = useApiMutation(moderationApi.reject, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to delete",
    onSuccess: ({ decided, decisionId }) =>
      toast({ title: `${countLabel(decided, "post")} deleted`, action: undoAction(decisionId) }),
    onError: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Delete all…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete all possible spam?"
        description="Up to 500 posts are deleted, the oldest first."
        confirmLabel="Delete all"
        pendingLabel="Deleting..."
        pending={reject.isPending}
        onConfirm={() =>
          reject.mutate({ body: { suspected: true } }, { onSuccess: () => setIsAsking(false) })
        }
      />
    </>
  );
}

/** A row of the list of waiting posts, or of the list of possible spam. */
function PendingPostRow({ post, onDelete, onBlock }: PostRowProps<ModeratedPost>) {
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

/** Asks for confirmation, then rejects a waiting post. A rejected post is deleted. */
function RejectDialog({ isOpen, onClose, post }: DeletionProps) {
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
