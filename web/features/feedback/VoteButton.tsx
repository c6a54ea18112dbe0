import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { FeedbackItem, FeedbackState } from "#contract/feedback.ts";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import type { ReadPath } from "#contract/api.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { cn } from "#web/ui/cn.ts";
import { UpIcon } from "#web/ui/icons.ts";

interface VoteButtonProps {
  /** An item without a state is open. */
  item: Pick<FeedbackItem, "id" | "title" | "votes" | "hasVoted"> & { state?: FeedbackState };
  /**
   * `card` is an upright box and `dense` a smaller one. `detail` is an upright box, and on wide
   * screens a line with the word 'votes'. `compact` is a single line, and `row` a lower one.
   */
  size?: "card" | "detail" | "dense" | "compact" | "row";
  className?: string;
}

const boxes = {
  card: "h-16 w-13 flex-col rounded-xl [&_svg]:size-5",
  detail:
    "h-16 w-16 flex-col gap-x-2 rounded-xl text-base lg:h-10 lg:w-full lg:flex-row [&_svg]:size-5",
  dense: "size-10 flex-col rounded-lg text-xs [&_svg]:size-4",
  compact: "h-10 gap-1 rounded-lg pr-3 pl-2 [&_svg]:size-4",
  row: "h-8 w-16 gap-1 rounded-lg [&_svg]:size-4",
};

/** Why nobody can vote for an item in this state; appended to the button's accessible name. */
const NO_VOTES: Record<FeedbackState, string> = {
  open: "",
  closed: ". This item is closed",
  merged: ". This item was merged",
  pending: ". This item is waiting for approval",
};

/**
 * The button that casts the user's vote (docs/specification.md "4. States and transitions"). The
 * button is disabled while the vote is pending, after the vote was counted, and for an item that is
 * not open. The count is updated optimistically on every button of the item and rolled back if the
 * server refuses the vote. Signed-out users log in over the page before their vote is cast.
 */
export function VoteButton({ item, size = "card", className }: VoteButtonProps) {
  const vote = useVote(item);
  const { state = "open" } = item;
  const isOpen = state === "open";
  const shown = vote.pending ? withVote(item, vote.pending.context) : item;
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (shown.hasVoted || !isPressed.current) return;
    isPressed.current = false;
    // Disabling the button removed its focus. After an error the button gets the focus back, unless
    // another element has the focus.
    if (document.activeElement === document.body) button.current?.focus();
  }, [shown.hasVoted]);
  const press = () => {
    isPressed.current = true;
    vote.mutate({ params: { id: item.id } });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Vote for ${item.title}, ${countOfVotes(shown.votes)}${NO_VOTES[state]}`}
        aria-pressed={shown.hasVoted}
        disabled={shown.hasVoted || !isOpen}
        onClick={press}
        className={cn(
          "inline-flex shrink-0 items-center justify-center border weak:text-sm font-semibold tabular-nums transition-colors select-none",
          shown.hasVoted
            ? "border-primary-edge bg-primary-tint text-ink"
            : isOpen
              ? "border-line bg-surface text-ink hover:border-primary-text hover:bg-primary-tint hover:text-primary-text"
              : "border-line bg-sunken text-muted",
          boxes[size],
          className,
        )}
      >
        <UpIcon aria-hidden="true" />
        {shortCount(shown.votes)}{" "}
        {size === "detail" ? (
          <span className="hidden font-normal lg:block">
            {shown.votes === 1 ? "vote" : "votes"}
          </span>
        ) : null}
      </button>
      {vote.isIdle ? null : (
        <span role="status" className="sr-only">
          {vote.isSuccess ? `Voted for ${item.title}` : null}
        </span>
      )}
    </>
  );
}

/**
 * Returns the item's vote count including the pending vote, no matter whether the cached item
 * already includes this vote. `before` is the number of votes when the vote was cast.
 */
function withVote({ votes, hasVoted }: Vote, before = votes): Vote {
  return { votes: hasVoted ? votes : Math.max(votes, before + 1), hasVoted: true };
}

function countOfVotes(votes: number): string {
  return votes === 1 ? "1 vote" : `${String(votes)} votes`;
}

/**
 * Formats a vote count so that the button keeps its width: in full below 10,000, in the form
 * '12.3k' below 100,000, and otherwise in the form '123k'.
 */
function shortCount(votes: number): string {
  if (votes < 10_000) return String(votes);
  const thousands = votes / 1000;
  return thousands < 100
    ? `${(Math.floor(thousands * 10) / 10).toFixed(1)}k`
    : `${String(Math.floor(thousands))}k`;
}

/**
 * Returns a mutation that votes for an item. While the mutation is pending, `pending.context`
 * contains the number of votes before the vote.
 */
function useVote({ id: feedbackId, title, votes }: VoteButtonProps["item"]) {
  const client = useQueryClient();
  return useApiMutation("POST /api/feedback/:id/vote", {
    entityId: feedbackId,
    snapshot: () => votes,
    signInTo: `vote for ${title}`,
    changes: "ownVote",
    errorFallback: "Failed to vote",
    onSuccess: (counted) => writeVoteInCache(client, feedbackId, counted),
    // The server may have counted the vote despite the error. A refetch of the item shows whether
    // the vote was counted.
    onError: () => void client.invalidateQueries({ queryKey: ["/api/feedback/:id"] }),
  });
}

/** An item's vote count and whether the viewer has voted. */
type Vote = Pick<FeedbackItem, "votes" | "hasVoted">;

/**
 * Writes an item's vote count and the viewer's vote to every cached list, including lists of
 * similar items, and to the cached item. The order of the lists does not change. A voter without a
 * follow level now follows status changes.
 */
export function writeVoteInCache(client: QueryClient, feedbackId: number, vote: Vote): void {
  updateItemInCache(client, feedbackId, (item) => ({
    ...item,
    ...vote,
    follow: item.follow ?? "status",
  }));
  for (const path of ["/api/feedback/similar", "/api/feedback/:id/similar"] satisfies ReadPath[]) {
    client.setQueriesData<SimilarItem[]>({ queryKey: [path] }, (items) =>
      items?.some(({ id }) => id === feedbackId)
        ? items.map((item) => (item.id === feedbackId ? { ...item, ...vote } : item))
        : undefined,
    );
  }
}
