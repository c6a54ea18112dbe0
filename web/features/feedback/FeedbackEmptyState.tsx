import { MessageSquarePlus, SearchX } from "#web/ui/icons.ts";
import type { MouseEvent } from "react";
import { useNeedsFirstBoard } from "#web/app/api/useNeedsFirstBoard.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";

interface FeedbackEmptyStateProps {
  /** Whether any filter is set. */
  isFiltered: boolean;
  onClearFilters: (event: MouseEvent) => void;
  /** Opens the submit dialog; undefined if there is no board. */
  onSubmitFeedback: (() => void) | undefined;
}

/** The empty state of a feedback list, with a button for the next step. */
export function FeedbackEmptyState({
  isFiltered,
  onClearFilters,
  onSubmitFeedback,
}: FeedbackEmptyStateProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={SearchX}
        title="No matching feedback"
        text="Nothing matches this search and these filters."
        action={
          <Button variant="secondary" onClick={onClearFilters}>
            Clear filters
          </Button>
        }
      />
    );
  }
  if (!onSubmitFeedback) return <NoBoard />;
  return (
    <EmptyState
      icon={MessageSquarePlus}
      title="No feedback yet"
      text="Be the first to say what would help you."
      action={<Button onClick={onSubmitFeedback}>Submit Feedback</Button>}
    />
  );
}

function NoBoard() {
  const needsFirstBoard = useNeedsFirstBoard();
  return (
    <EmptyState
      icon={MessageSquarePlus}
      title="No feedback yet"
      text="There is no board to submit feedback to."
      action={
        needsFirstBoard ? (
          <Button asChild>
            <a href="/company/boards">Create your first board</a>
          </Button>
        ) : null
      }
    />
  );
}
