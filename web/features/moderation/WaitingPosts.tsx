import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ModeratedPost } from "#contract/moderation.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { StackedActions, StackedRow } from "#web/ui/StackedTable.tsx";
import type { DeletionProps, PostRowProps } from "./ModeratedPosts.tsx";
import { authorOf, ModeratedPosts, PostCell, postId } from "./ModeratedPosts.tsx";
import { Ellipsis, ShieldCheck } from "#web/ui/adminIcons.ts";

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
      content="what waits for approval"
      skeletonRows={3}
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
      skeletonRows={1}
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
  const client = useQueryClient();
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Delete all…
      </Button>
      <MutationDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        endpoint={"POST /api/moderation/reject"}
        input={{ body: { suspected: true } }}
        changes="moderation"
        errorFallback="Failed to delete"
        onSuccess={({ decided, undoToken }) => {
          const title = `${countLabel(decided, "post")} deleted`;
          toastWithUndo(client, { title }, { undoToken, changes: "moderation" });
        }}
        title="Delete all possible spam?"
        description="Up to 500 posts are deleted, the oldest first."
        confirmLabel="Delete all"
        pendingLabel="Deleting..."
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
  const client = useQueryClient();
  return useApiMutation("POST /api/moderation/approve", {
    changes: "moderation",
    errorFallback: "Failed to approve",
    onSuccess: ({ decided, undoToken }) => {
      const title = `${countLabel(decided, "post")} approved`;
      toastWithUndo(client, { title }, { undoToken, changes: "moderation" });
    },
  });
}

/** Asks for confirmation, then rejects a waiting post. A rejected post is deleted. */
function RejectDialog({ post, ...frame }: DeletionProps) {
  const client = useQueryClient();
  return (
    <MutationDialog
      {...frame}
      endpoint={"POST /api/moderation/reject"}
      input={{ body: postId(post) }}
      changes="moderation"
      errorFallback="Failed to reject"
      onSuccess={({ undoToken }) => {
        const title = "Rejected and deleted";
        toastWithUndo(client, { title }, { undoToken, changes: "moderation" });
      }}
      title={post.commentId === null ? "Reject this feedback?" : "Reject this comment?"}
      description={<Consequences post={post} />}
      confirmLabel="Reject"
      pendingLabel="Rejecting..."
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

/**
 * Returns the query for the pages of waiting posts, oldest first. The pages are refetched on each
 * visit.
 */
export function pendingPostsQuery() {
  return { ...apiPagedQuery("/api/moderation"), staleTime: 0 };
}

/**
 * Returns the query for the pages of possible spam, oldest first. The pages are refetched on each
 * visit.
 */
export function suspectedPostsQuery() {
  return { ...apiPagedQuery("/api/moderation", { query: { suspected: "true" } }), staleTime: 0 };
}
