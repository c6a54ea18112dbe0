import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useId, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackDetail, StatusChange } from "#contract/feedback.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { insteadOfLink } from "#web/ui/plainClick.ts";
import { CommentList } from "./CommentList.tsx";
import type { TimelineEntry } from "./timeline.tsx";
import { earlierEntry, useFirstLoadedEntry } from "./timeline.tsx";
import type { CommentCount } from "./useComments.ts";

const HISTORY_FAILED = "The changes of status could not be loaded.";

export interface CommentFormSlot {
  feedbackId: number;
  /** Whether the field gets the focus at once. */
  takesFocus: boolean;
  /**
   * Called with the new comment, unless the user has already typed more text or moved the focus.
   */
  onPosted: (comment: Comment) => void;
}

export interface DiscussionProps extends HistoryProps {
  item: FeedbackDetail;
  commentCount: CommentCount;
  isAdmin: boolean;
  /** The URL of the login page, with this page as the page to return to after the login. */
  loginHref: string;
  /** Shown below the comments. */
  rejected: ReactNode;
  /** Renders the comment form. */
  renderCommentForm: (form: CommentFormSlot) => ReactNode;
  /** Renders the menu that reports a comment. */
  renderReport: ((comment: Comment) => ReactNode) | undefined;
}

interface HistoryProps {
  /** The item's status changes. */
  history: UseInfiniteQueryResult<{ pages: Page<StatusChange>[] }>;
  /** Renders a status change. `takesFocus` is true for the first newly loaded change. */
  renderChange: (change: StatusChange, takesFocus: boolean) => ReactNode;
}

/** Comments and status changes in chronological order, then the comment form. */
export function Discussion(props: DiscussionProps) {
  const { item, commentCount, isAdmin, loginHref, history } = props;
  const user = useCurrentUser();
  const [postedId, setPostedId] = useState<number | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const isOpen = item.state !== "merged" && item.state !== "pending";
  return (
    <div className="flex min-w-0 flex-col gap-8 border-t border-line pt-8">
      <CommentList
        feedbackId={item.id}
        count={commentCount}
        user={user}
        isAdmin={isAdmin}
        isOpen={isOpen}
        postedId={postedId}
        onAnswered={setPostedId}
        renderReport={props.renderReport}
        otherEntries={useHistoryEntries(props)}
        hasOtherEntries={!history.isPending}
      />
      {history.isError && !history.isFetchNextPageError ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-muted">
          {HISTORY_FAILED}
          <Button
            variant="ghost"
            size="sm"
            pending={history.isFetching}
            onClick={() => void history.refetch()}
          >
            Try again
          </Button>
        </p>
      ) : null}
      {props.rejected}
      {isOpen ? (
        <AddComment>
          {user || isWriting ? (
            props.renderCommentForm({
              feedbackId: item.id,
              takesFocus: isWriting,
              onPosted: ({ id }) => setPostedId(id),
            })
          ) : (
            // Looks like the form's field. Without JavaScript, the link leads to the login.
            <a
              href={loginHref}
              onClick={insteadOfLink(() => setIsWriting(true))}
              className="block min-h-[calc(3lh+1.125rem)] rounded-lg border border-control bg-surface px-3 py-2 text-muted"
            >
              Share your thoughts...
            </a>
          )}
        </AddComment>
      ) : null}
    </div>
  );
}

/** The section 'Add a Comment' (docs/specification.md "Feedback detail (/feedback/{id})"). */
function AddComment({ children }: { children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="print:hidden">
      <h2 id={headingId} className="mb-3 text-base font-semibold">
        Add a Comment
      </h2>
      {children}
    </section>
  );
}

/**
 * Returns entries for the loaded status changes. If there are earlier changes, the first entry is a
 * button that loads the earlier changes.
 */
function useHistoryEntries({ history, renderChange }: HistoryProps): TimelineEntry[] {
  const pages = history.data?.pages ?? [];
  const changes = pages.toReversed().flatMap(({ items }) => items);
  const { firstLoadedId, expectMore } = useFirstLoadedEntry(changes, pages.length);
  const entries = changes.map((change) => ({
    key: `status-${String(change.id)}`,
    createdAt: change.createdAt,
    content: renderChange(change, change.id === firstLoadedId),
  }));
  const gap = earlierEntry(changes[0], {
    list: history,
    loaded: pages.length,
    label: "Show earlier changes of status",
    errorMessage: HISTORY_FAILED,
    onPress: expectMore,
  });
  return [...gap, ...entries];
}
