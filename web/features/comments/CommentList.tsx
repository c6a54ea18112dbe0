import { useEffect, useId, useRef, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import type { User } from "#contract/users.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { CommentEntry } from "./CommentEntry.tsx";
import { CommentsSkeleton } from "./CommentsSkeleton.tsx";
import { DeleteCommentDialog } from "./DeleteCommentDialog.tsx";
import { EarlierComments } from "./EarlierComments.tsx";
import type { TimelineEntry } from "./timeline.ts";
import { inOrderOfTime } from "./timeline.ts";
import { useComments } from "./useComments.ts";
import { useFirstLoadedComment } from "./useFirstLoadedComment.ts";

interface CommentListProps {
  feedbackId: number;
  /** The total number of comments. */
  count: number;
  user: User | null;
  isAdmin: boolean;
  /** Id of the comment just posted, to scroll to. */
  postedId: number | null;
  /** Other timeline entries, sorted among the comments. */
  otherEntries: readonly TimelineEntry[];
}

/**
 * The heading 'Comments (n)' and the comments, oldest first (docs/specification.md "Feedback detail
 * (/feedback/{id})"). They are polled without live updates.
 */
export function CommentList({
  feedbackId,
  count,
  user,
  isAdmin,
  postedId,
  otherEntries,
}: CommentListProps) {
  const list = useComments(feedbackId);
  const { data, isError, isFetching, refetch } = list;
  const comments = data?.pages.toReversed().flatMap(({ items }) => items) ?? [];
  const { firstLoadedId, expectMore } = useFirstLoadedComment(comments, data?.pages.length ?? 0);
  const [toDelete, setToDelete] = useState<Comment | null>(null);
  const [deletions, setDeletions] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  useEffect(() => {
    // The delete button is gone with its comment. The dialog has released the focus only now.
    if (deletions > 0) heading.current?.focus();
  }, [deletions]);
  const mayDelete = (comment: Comment) => isAdmin || (user !== null && comment.userId === user.id);
  const commentEntries = comments.map((comment) => ({
    key: `comment-${String(comment.id)}`,
    createdAt: comment.createdAt,
    content: (
      <CommentEntry
        comment={comment}
        takesFocus={comment.id === postedId || comment.id === firstLoadedId}
        onDelete={mayDelete(comment) ? () => setToDelete(comment) : undefined}
      />
    ),
  }));
  // At the gap: status changes may be older than the oldest loaded comment.
  const gap =
    list.hasNextPage && comments[0]
      ? [
          {
            key: "earlier",
            createdAt: comments[0].createdAt,
            content: <EarlierComments list={list} onPress={expectMore} />,
          },
        ]
      : [];
  return (
    <section aria-labelledby={headingId}>
      <h2
        ref={heading}
        id={headingId}
        tabIndex={-1}
        className="mb-4 text-base font-semibold outline-none"
      >
        Comments ({count})
      </h2>
      {isError && !data ? (
        <ErrorState
          message="Failed to fetch comments"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!isError && !data ? <CommentsSkeleton /> : null}
      {data ? (
        <EntryList entries={inOrderOfTime([...otherEntries, ...gap, ...commentEntries])} />
      ) : null}
      {data && comments.length === 0 ? (
        <p className="text-muted">No comments yet. Be the first to comment!</p>
      ) : null}
      <DeleteCommentDialog
        comment={toDelete}
        onClose={() => setToDelete(null)}
        onDeleted={() => {
          setToDelete(null);
          setDeletions(deletions + 1);
        }}
      />
    </section>
  );
}

function EntryList({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol className="mb-6 flex flex-col gap-6">
      {entries.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ol>
  );
}
