import type { ReactNode } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { Skeleton } from "#web/ui/Skeleton.tsx";

interface RoadmapCardProps {
  item: FeedbackItem;
  voteButton: ReactNode;
}

/** A card for an item. The whole card is a link to the item; the vote button is not. */
export function RoadmapCard({ item, voteButton }: RoadmapCardProps) {
  return (
    <article className="relative rounded-lg border bg-surface p-3 transition-colors hover:border-control">
      <h3 dir="auto" className="text-sm font-semibold wrap-anywhere">
        <a
          href={`/feedback/${String(item.id)}`}
          data-list-item
          className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
        >
          {item.title}
        </a>
      </h3>
      <p dir="auto" className="mt-1 line-clamp-3 text-sm wrap-anywhere text-muted">
        {item.description}
      </p>
      <div className="relative mt-3 w-fit">{voteButton}</div>
    </article>
  );
}

/** The skeleton of a card. */
export function RoadmapCardSkeleton() {
  return (
    <div className="rounded-lg border bg-surface p-3">
      <Skeleton className="w-3/4" />
      <Skeleton className="mt-3 h-3" />
      <Skeleton className="mt-2 h-3 w-5/6" />
      <Skeleton className="mt-3 h-10 w-16 rounded-lg" />
    </div>
  );
}
