import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ModeratedPost } from "#contract/moderation.ts";
import { DECISION_LIMIT, REJECTION_REASON_LENGTH } from "#contract/moderation.ts";
import type { ResultOf } from "#contract/api.ts";
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
import { Field } from "#web/ui/Field.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
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
  const posts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <ModeratedPosts
      id="suspected"
      title="Possible spam"
      list={list}
      actions={posts.length > 0 ? <DeleteAll posts={posts} /> : null}
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

function DeleteAll({ posts }: { posts: readonly ModeratedPost[] }) {
  // The question is about the posts that are listed when it opens.
  const question = useDialogState<readonly ModeratedPost[]>();
  const client = useQueryClient();
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        onClick={() => question.open(posts.slice(0, DECISION_LIMIT))}
      >
        Delete all…
      </Button>
      <OpenDialog state={question}>
        {(asked, frame) => (
          <MutationDialog
            {...frame}
            endpoint={"POST /api/moderation/reject"}
            input={{ body: { posts: asked.map(readPost) } }}
            changes="moderation"
            errorFallback="Failed to delete"
            onSuccess={(result) => {
              toastWithUndo(client, messageOf(result, "deleted"), {
                undoToken: result.undoToken,
                changes: "moderation",
              });
            }}
            title="Delete all possible spam?"
            description={`${countLabel(asked.length, "post")} shown here will be deleted. Posts that arrive or change meanwhile stay.`}
            confirmLabel="Delete all"
            pendingLabel="Deleting..."
          />
        )}
      </OpenDialog>
    </>
  );
}

/** Returns a post, with the version that the list shows, for a request that decides on it. */
const readPost = (post: ModeratedPost) => ({ ...postId(post), version: post.version });

/** Says how many posts were approved or deleted, and how many still wait. */
function messageOf(
  { decided, changed }: Pick<ResultOf<"POST /api/moderation/approve">, "decided" | "changed">,
  verb: "approved" | "deleted",
) {
  const title = decided === 0 ? `Nothing ${verb}` : `${countLabel(decided, "post")} ${verb}`;
  if (changed.length === 0) return { title };
  const [posts, isOne] = [countLabel(changed.length, "post"), changed.length === 1];
  const description = isOne
    ? `${posts} has changed since you read it, and still waits.`
    : `${posts} have changed since you read them, and still wait.`;
  return { title, description };
}

/** A row of the list of waiting posts, or of the list of possible spam. */
function PendingPostRow({ post, onDelete, onBlock }: PostRowProps<ModeratedPost>) {
  const approve = useApprove();
  const { isPending } = approve;
  const client = useQueryClient();
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
          onClick={() => approve.mutate({ body: readPost(post) })}
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
              <DropdownMenuItem
                onSelect={() => {
                  const shown = client.getQueryData(pendingPostsQuery().queryKey)?.pages ?? [];
                  const posts = shown
                    .flatMap(({ items }) => items)
                    .filter((other) => other.author?.id === author.id);
                  approve.mutate({ body: { posts: posts.slice(0, DECISION_LIMIT).map(readPost) } });
                }}
              >
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
    onSuccess: (result) => {
      const { undoToken } = result;
      toastWithUndo(client, messageOf(result, "approved"), { undoToken, changes: "moderation" });
    },
  });
}

/**
 * Asks for confirmation and a reason, then rejects a waiting post. A rejected post is deleted. Its
 * author, if there is one, sees the reason.
 */
function RejectDialog({ post, ...frame }: DeletionProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  return (
    <MutationDialog
      {...frame}
      endpoint={"POST /api/moderation/reject"}
      input={{ body: { ...postId(post), reason } }}
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
    >
      {post.author ? (
        <Field label="Reason" optional help="The author sees it.">
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={REJECTION_REASON_LENGTH}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      ) : null}
    </MutationDialog>
  );
}

function Consequences({ post }: Pick<DeletionProps, "post">) {
  return (
    <>
      {post.commentId === null ? "The feedback" : "The comment"} by{" "}
      <bdi className="wrap-anywhere">{authorOf(post)}</bdi> will be deleted.{" "}
      {post.author
        ? "The author finds it, with your reason, on the page of notifications. No mail is sent."
        : "Nobody is notified."}
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
