import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReportedPost } from "#contract/reports.ts";
import { REPORT_REASON_LABELS } from "#contract/reports.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedRow } from "#web/ui/StackedTable.tsx";
import type { DeletionProps, PostRowProps } from "./ModeratedPosts.tsx";
import { authorOf, ModeratedPosts, PostCell, postId } from "./ModeratedPosts.tsx";
import { Ellipsis } from "#web/ui/adminIcons.ts";

/**
 * Lists the reported items and comments. Each row has buttons to dismiss the reports, delete the
 * post and block people.
 */
export function ReportedPosts() {
  return (
    <ModeratedPosts
      id="reports"
      title="Reports"
      list={useInfiniteQuery(reportedPostsQuery())}
      skeletonRows={1}
      columns={["Post", "Reported for", "Actions"]}
      empty={<p className="text-sm">Nobody has reported anything.</p>}
      Row={ReportedPostRow}
      DeletionDialog={RemoveDialog}
    />
  );
}

function ReportedPostRow({ post, onDelete, onBlock }: PostRowProps<ReportedPost>) {
  return (
    <StackedRow>
      <PostCell post={post} />
      <StackedCell label="Reported for" className="col-span-2">
        <ReportList post={post} />
      </StackedCell>
      <StackedActions>
        <ReportActions post={post} onDelete={onDelete} onBlock={onBlock} />
      </StackedActions>
    </StackedRow>
  );
}

interface ReportActionsProps extends Pick<PostRowProps<ReportedPost>, "post" | "onBlock"> {
  onDelete: () => void;
  /** A button that replaces the 'Delete…' button. */
  deleteButton?: ReactNode;
}

/** The buttons for a reported post. */
export function ReportActions({ post, onDelete, onBlock, deleteButton }: ReportActionsProps) {
  const dismiss = useApiMutation("POST /api/reports/dismiss", {
    changes: "moderation",
    errorFallback: "Failed to dismiss",
    success: "Reports dismissed",
  });
  const { isPending } = dismiss;
  const { title } = post;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        pending={isPending}
        pendingLabel="Dismissing..."
        onClick={() => dismiss.mutate({ body: postId(post) })}
      >
        Dismiss<span className="sr-only"> the reports of “{title}”</span>
      </Button>
      {deleteButton ?? (
        <Button variant="ghost" aria-haspopup="dialog" disabled={isPending} onClick={onDelete}>
          Delete…<span className="sr-only"> “{title}”</span>
        </Button>
      )}
      <BlockMenu post={post} isPending={isPending} onBlock={onBlock} />
    </>
  );
}

interface BlockMenuProps extends Pick<PostRowProps<ReportedPost>, "post" | "onBlock"> {
  isPending: boolean;
}

/**
 * The menu that blocks the author or a reporter. Accounts that are already blocked are not in the
 * menu.
 */
function BlockMenu({ post, isPending, onBlock }: BlockMenuProps) {
  const { author, reports, title } = post;
  const people = [
    ...(author ? [{ account: author, part: "the author" }] : []),
    ...reports.map(({ reporter }) => ({ account: reporter, part: "the reporter" })),
  ].filter(({ account }) => !account.isBlocked);
  if (people.length === 0) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="ghost"
          size="icon"
          disabled={isPending}
          aria-label={`More about the reports of “${title}”`}
        >
          <Ellipsis aria-hidden="true" className="text-muted" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {people.map(({ account: { id, username, fullName }, part }) => (
          <DropdownMenuItem
            key={`${part} ${String(id)}`}
            onSelect={() => onBlock({ id, name: fullName ?? username })}
          >
            <span className="wrap-anywhere">
              Block {part}, <bdi>{fullName ?? username}</bdi>…
            </span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

export function ReportList({ post: { reports, reportCount } }: { post: ReportedPost }) {
  const more = reportCount - reports.length;
  return (
    <ul className="flex flex-col gap-2">
      {reports.map(({ reason, note, reporter, createdAt }) => (
        <li key={reporter.id} className="wrap-anywhere">
          <span className="font-medium">{REPORT_REASON_LABELS[reason]}</span>
          {note ? (
            <>
              {": "}
              <bdi>{note}</bdi>
            </>
          ) : null}
          <span className="block text-xs text-muted">
            by <bdi>{reporter.fullName ?? reporter.username}</bdi>,{" "}
            <RelativeTime value={createdAt} />
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-muted">and {countLabel(more, "further report")}</li> : null}
    </ul>
  );
}

/** Asks for confirmation, then deletes a reported item or comment. */
export function RemoveDialog({ post, isOpen, onClose }: DeletionProps) {
  const { feedbackId, commentId } = post;
  const dialog = {
    isOpen,
    onClose,
    changes: "moderation",
    success: "Deleted",
    errorFallback: "Failed to delete",
    description: <Consequences post={post} />,
    confirmLabel: "Delete",
    pendingLabel: "Deleting...",
  } as const;
  return commentId === null ? (
    <MutationDialog
      {...dialog}
      endpoint={"DELETE /api/feedback/:id"}
      input={{ params: { id: feedbackId } }}
      title="Delete feedback"
    />
  ) : (
    <MutationDialog
      {...dialog}
      endpoint={"DELETE /api/feedback/:id/comments/:commentId"}
      input={{ params: { id: feedbackId, commentId } }}
      title="Delete comment"
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

/** Returns the query for the pages of reported posts. The pages are refetched on each visit. */
export function reportedPostsQuery() {
  return { ...apiPagedQuery("/api/reports"), staleTime: 0 };
}
