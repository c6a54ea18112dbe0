import type { ReactNode } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";

interface RoadmapCardProps {
  item: FeedbackItem;
  /** The item's board; undefined if the boards could not be loaded. */
  board: Board | undefined;
  /** Path and query of the roadmap, to which the item's back link returns. */
  from: string;
  voteButton: ReactNode;
  /** The button that moves the card to another column, for admins. */
  handle?: ReactNode;
}

/** A card for an item. The whole card is a link to the item, except for its buttons. */
export function RoadmapCard({ item, board, from, voteButton, handle }: RoadmapCardProps) {
  return (
    <article className="relative flex gap-3 rounded-lg border bg-surface p-3 transition-colors hover:border-control">
      <div className="relative z-10 flex flex-col gap-1">
        {voteButton}
        {handle}
      </div>
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
        <p dir="auto" className="mt-0.5 line-clamp-2 text-xs wrap-anywhere text-muted">
          {item.description}
        </p>
        {board ? (
          <p className="mt-1 truncate text-xs font-medium text-muted">
            <span className="sr-only">Board: </span>
            <bdi>{board.name}</bdi>
          </p>
        ) : null}
      </div>
    </article>
  );
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
