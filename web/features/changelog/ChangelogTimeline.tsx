import type { ReactNode } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { ChangelogEntry } from "./ChangelogEntry.tsx";
import { monthGroups } from "./monthGroups.ts";

interface ChangelogTimelineProps {
  /** The items, newest first. */
  items: FeedbackItem[];
  /** The ids of the boards that only admins can see. */
  privateBoardIds: ReadonlySet<number>;
  renderCategory: (item: FeedbackItem) => ReactNode;
}

/** A timeline of completed items, grouped by the month of their creation. */
export function ChangelogTimeline({
  items,
  privateBoardIds,
  renderCategory,
}: ChangelogTimelineProps) {
  return (
    <div className="space-y-10">
      {monthGroups(items).map(({ month, items: ofMonth }) => (
        <section key={month} aria-label={month} className="gap-x-8 md:grid md:grid-cols-[9rem_1fr]">
          <h2 className="mb-4 text-sm font-semibold text-muted md:sticky md:top-20 md:mb-0 md:self-start md:py-0.5">
            {month}
          </h2>
          <ol className="space-y-8 border-l pl-6 sm:pl-8">
            {ofMonth.map((item) => (
              <li key={item.id} className="relative">
                <Dot />
                <ChangelogEntry
                  item={item}
                  isPrivate={privateBoardIds.has(item.boardId)}
                  categoryBadge={renderCategory(item)}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Dot() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-1.5 -left-6 size-3 -translate-x-1/2 rounded-full border-2 border-canvas bg-green-dot sm:-left-8"
    />
  );
}

/** The skeleton of the timeline, displayed while the items are loading. */
export function ChangelogSkeleton() {
  return (
    <SkeletonGroup label="Loading changelog" className="gap-x-8 md:grid md:grid-cols-[9rem_1fr]">
      <Skeleton className="mb-4 w-28" />
      <div className="space-y-8 border-l pl-6 sm:pl-8">
        {["first", "second", "third"].map((entry) => (
          <div key={entry}>
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-2 h-3 w-36" />
            <Skeleton className="mt-4 h-3" />
            <Skeleton className="mt-2 h-3 w-5/6" />
            <Skeleton className="mt-4 h-6 w-32" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
