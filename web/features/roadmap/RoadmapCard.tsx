import type { ReactNode } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";

interface RoadmapCardProps {
  item: FeedbackItem;
  /** The item's board; undefined if the boards could not be loaded. */
  board: Board | undefined;
  /** Whether the card displays the board's name. */
  namesBoard: boolean;
  /** Path and query of the roadmap, to which the item's back link returns. */
  from: string;
  voteButton: ReactNode;
  /** The button that moves the card to another column, for admins. */
  handle?: ReactNode;
}

/** A card for an item. The whole card is a link to the item, except for its buttons. */
export function RoadmapCard(props: RoadmapCardProps) {
  const { item, board, namesBoard, from, voteButton, handle } = props;
  return (
    <article className="relative flex gap-3 rounded-lg border bg-surface p-3 transition-colors hover:border-control print:break-inside-avoid">
      <div className="relative z-10">{voteButton}</div>
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="text-sm font-semibold text-pretty wrap-anywhere">
          {board?.isPrivate ? <PrivateMark /> : null}
          <a
            href={`/feedback/${String(item.id)}?from=${encodeURIComponent(from)}`}
            data-list-item
            className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {item.title}
          </a>
        </h3>
        <p dir="auto" className="mt-0.5 text-xs wrap-anywhere text-muted">
          {firstWordsOf(item.description)}
        </p>
        {board && namesBoard ? (
          <p className="mt-1 text-xs font-medium wrap-anywhere text-muted">
            <span className="sr-only">Board: </span>
            <bdi>{board.name}</bdi>
          </p>
        ) : null}
      </div>
      {handle ? <div className="relative z-10 -ml-2">{handle}</div> : null}
    </article>
  );
}

/** Maximum length of a card's text, in UTF-16 units: three lines in most columns. */
const EXCERPT_LENGTH = 80;

/** Shortens a description at the end of a word. `line-clamp` would cut within a word. */
function firstWordsOf(description: string): string {
  const text = description.replaceAll(/\s+/g, " ").trim();
  if (text.length <= EXCERPT_LENGTH) return text;
  const cut = text.slice(0, EXCERPT_LENGTH);
  const words = cut.slice(0, cut.lastIndexOf(" ")) || cut;
  return `${words.replace(/[.,;:]$/, "")}…`;
}

export function RoadmapCardSkeleton() {
  return (
    <div className="flex gap-3 rounded-lg border bg-surface p-3">
      <Skeleton className="size-10 shrink-0 rounded-lg" />
      <div className="min-w-0 flex-1">
        <Skeleton className="w-3/4" />
        <Skeleton className="mt-2 h-3" />
        <Skeleton className="mt-2 h-3 w-20" />
      </div>
    </div>
  );
}
