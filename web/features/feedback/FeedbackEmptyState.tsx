import type { MouseEvent } from "react";
import type { MineFilter } from "#contract/feedbackFilters.ts";
import { useNeedsFirstBoard } from "#web/app/api/SessionContext.tsx";
import { MessageSquarePlus, SearchX } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { isFiltered } from "./feedbackFilters.ts";
import type { EmptyListProps } from "./search/NothingFound.tsx";
import { NothingFound } from "./search/NothingFound.tsx";

const NOTHING_OF_MINE: Record<MineFilter, { title: string; text: string }> = {
  submitted: {
    title: "You have not submitted feedback yet",
    text: "Say what would help you.",
  },
  voted: {
    title: "You have not voted yet",
    text: "Vote for what would help you.",
  },
  commented: {
    title: "You have not commented yet",
    text: "Open an item and say how it would help you.",
  },
  followed: {
    title: "You do not follow anything yet",
    text: "Follow an item to hear when its status changes.",
  },
};

/** The empty state of a feedback list, with a button for the next step. */
export function FeedbackEmptyState(props: EmptyListProps) {
  const { filters, boardId, onClear, onSubmitFeedback } = props;
  const { mine, search } = filters;
  const onClearFilters = (event: MouseEvent) => onClear(event);
  if (mine !== null && !isFiltered({ ...filters, mine: null })) {
    return (
      <EmptyState
        icon={MessageSquarePlus}
        {...NOTHING_OF_MINE[mine]}
        action={
          mine === "submitted" && onSubmitFeedback ? (
            <SubmitButton onClick={onSubmitFeedback} />
          ) : (
            <Button variant="secondary" onClick={onClearFilters}>
              Show everyone's feedback
            </Button>
          )
        }
      />
    );
  }
  if (filters.state === "closed" && !isFiltered({ ...filters, state: "open" }))
    return <NothingClosed onShowOpen={onClearFilters} />;
  if (search !== "") {
    return (
      <NothingFound
        key={search}
        filters={filters}
        boardId={boardId}
        onClear={onClear}
        onSubmitFeedback={onSubmitFeedback}
      />
    );
  }
  if (isFiltered(filters)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No matching feedback"
        text="Nothing matches these filters."
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
      action={<SubmitButton onClick={onSubmitFeedback} />}
    />
  );
}

/** Not solid, because the page's own button is above it. */
function SubmitButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" onClick={onClick}>
      Submit Feedback
    </Button>
  );
}

function NothingClosed({ onShowOpen }: { onShowOpen: (event: MouseEvent) => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No closed feedback"
      text="Nothing has been closed here."
      action={
        <Button variant="secondary" onClick={onShowOpen}>
          Show open feedback
        </Button>
      }
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
