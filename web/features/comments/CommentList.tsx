import type { ComponentProps, ReactNode } from "react";
import { useId, useRef, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import type { User } from "#contract/users.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { CommentEntry } from "./CommentEntry.tsx";
import { CommentThread } from "./CommentThread.tsx";
import { useNamedComment } from "./namedComment.ts";
import type { TimelineEntry } from "./timeline.tsx";
import { earlierEntry, inOrderOfTime, useFirstLoadedEntry } from "./timeline.tsx";
import type { CommentCount } from "./useComments.ts";
import { useComments } from "./useComments.ts";

// Loaded on demand, because signed-out visitors do not need this dialog.
const DeleteCommentDialog = lazyPart(
  async () => (await import("./DeleteCommentDialog.tsx")).DeleteCommentDialog,
);

interface CommentListProps {
  feedbackId: number;
  count: CommentCount;
  user: User | null;
  isAdmin: boolean;
  /** Whether the item takes comments, answers and reactions. */
  isOpen: boolean;
  /** Id of the comment that the user has just posted. This comment gets the focus. */
  postedId: number | null;
  onAnswered: (id: number) => void;
  /**
   * The entries of the timeline that are not comments. The list sorts these entries and the
   * comments by time.
   */
  otherEntries: readonly TimelineEntry[];
  /** Whether `otherEntries` are complete, or failed to load. */
  hasOtherEntries: boolean;
  /** Renders the menu that reports a comment. */
  renderReport: ((comment: Comment) => ReactNode) | undefined;
}

/**
 * The heading 'Comments (n)' and the comments, oldest first (docs/specification.md "Feedback detail
 * (/feedback/{id})"). The comments are polled while live updates are not connected.
 */
export function CommentList(props: CommentListProps) {
  const { feedbackId, count, user, isAdmin, isOpen, postedId, otherEntries } = props;
  const list = useComments(feedbackId);
  const { data } = list;
  const comments = data?.pages.toReversed().flatMap(({ items }) => items) ?? [];
  const { firstLoadedId, expectMore } = useFirstLoadedEntry(comments, data?.pages.length ?? 0);
  const [toDelete, setToDelete] = useState<Comment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const namedId = useNamedComment(props.hasOtherEntries && data ? comments : undefined, heading);
  const headingId = useId();
  const mayDelete = (comment: Comment) => isAdmin || (user !== null && comment.userId === user.id);
  const answers = answersOf(comments);
  const renderEntry = (comment: Comment, onAnswer: () => void) => (
    <CommentEntry
      comment={comment}
      takesFocus={[postedId, firstLoadedId, namedId].includes(comment.id)}
      hasTools={user !== null}
      report={mayDelete(comment) ? null : props.renderReport?.(comment)}
      onDelete={mayDelete(comment) ? () => setToDelete(comment) : undefined}
      onAnswer={isOpen && comment.visibility !== "pending" ? onAnswer : undefined}
    />
  );
  const threads = (answers.get(null) ?? []).map((comment) => ({
    key: `comment-${String(comment.id)}`,
    createdAt: comment.createdAt,
    content: (
      <CommentThread
        comment={comment}
        answers={answers.get(comment.id)}
        renderEntry={renderEntry}
        onAnswered={props.onAnswered}
      />
    ),
  }));
  // The button for earlier comments is an entry of the timeline at the time of the oldest loaded
  // comment. Status changes that are older than this comment are listed above the button.
  const gap = earlierEntry(comments[0], {
    list,
    loaded: data?.pages.length ?? 0,
    label: "Show earlier comments",
    errorMessage: "Failed to fetch comments",
    onPress: expectMore,
  });
  return (
    <section aria-labelledby={headingId}>
      <CommentsHeading ref={heading} id={headingId} count={count} />
      <LoadedEntries
        list={list}
        entries={inOrderOfTime([...otherEntries, ...gap, ...threads])}
        isEmpty={comments.length === 0}
      />
      {user ? (
        <DeleteCommentDialog
          comment={toDelete}
          hasAnswers={answers.has(toDelete?.id ?? 0)}
          heading={heading}
          onClose={() => setToDelete(null)}
        />
      ) : null}
    </section>
  );
}

type CommentsHeadingProps = ComponentProps<"h2"> & Pick<CommentListProps, "count">;

function CommentsHeading({ count, ...heading }: CommentsHeadingProps) {
  return (
    <h2 {...heading} tabIndex={-1} className="mb-4 text-base font-semibold outline-none">
      Comments ({count.comments}){count.notes > 0 ? ` · ${countLabel(count.notes, "note")}` : null}
    </h2>
  );
}

/**
 * Groups comments by the loaded comment that they answer; null for all others, which begin a thread
 * each.
 */
function answersOf(comments: readonly Comment[]): Map<number | null, Comment[]> {
  const loaded = new Set(comments.map(({ id }) => id));
  return Map.groupBy(comments, ({ answersId }) =>
    answersId !== null && loaded.has(answersId) ? answersId : null,
  );
}

interface LoadedEntriesProps {
  list: ReturnType<typeof useComments>;
  entries: readonly TimelineEntry[];
  /**
   * Whether to show the text 'No comments yet'. The timeline can then still contain status changes.
   */
  isEmpty: boolean;
}

function LoadedEntries({ list, entries, isEmpty }: LoadedEntriesProps) {
  const { data, isError, isFetching, refetch } = list;
  if (!data && isError) {
    return (
      <ErrorState
        message="Failed to fetch comments"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <CommentsSkeleton />;
  return (
    <div className="flex flex-col gap-6">
      <EntryList entries={entries} />
      {isEmpty ? <p className="text-muted">No comments yet. Be the first to comment!</p> : null}
    </div>
  );
}

function EntryList({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ol className="flex flex-col gap-6">
      {entries.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ol>
  );
}

/** The skeleton of three comments. */
function CommentsSkeleton() {
  return (
    <SkeletonGroup label="Loading comments" className="flex flex-col gap-6">
      {["first", "second", "third"].map((key) => (
        <div key={key} className="flex gap-3">
          <Skeleton className="size-8 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 pt-2">
            <Skeleton className="w-40" />
            <Skeleton />
            <Skeleton className="w-2/3" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
