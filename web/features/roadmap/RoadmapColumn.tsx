import type { ReactNode } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { ToneDot } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { PagedList } from "./PagedList.tsx";
import { RoadmapCardSkeleton } from "./RoadmapCard.tsx";
import type { ColumnQuery } from "./roadmapQuery.ts";
import { columnTotal } from "./roadmapQuery.ts";

interface RoadmapColumnProps {
  status: RoadmapStatus;
  query: ColumnQuery;
  /**
   * Whether the column is cut off at the height of the screen. On phones, the columns beside the
   * visible column are cut off. On wider screens, the value has no effect.
   */
  isShortened: boolean;
  renderCard: (item: FeedbackItem) => ReactNode;
  /**
   * The drop zone that covers the column while a card is dragged. The column is tinted while the
   * zone has the attribute `data-drop-target`.
   */
  dropZone?: ReactNode;
}

/** The column of one status. Displays the number of items, and the items in the roadmap's order. */
export function RoadmapColumn(props: RoadmapColumnProps) {
  const { status, query, isShortened, renderCard, dropZone } = props;
  const id = columnId(status);
  const label = ROADMAP_STATUS_LABELS[status];
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={cn(
        "relative scroll-mx-4 rounded-xl bg-sunken has-data-drop-target:bg-primary-tint max-md:scroll-mt-12 max-md:w-[calc(100vw-4rem)] max-md:shrink-0 max-md:snap-start",
        isShortened && "max-md:max-h-dvh max-md:overflow-y-clip",
      )}
    >
      {/* On phones, the tabs show the same. */}
      <div className="flex items-center gap-2 rounded-t-xl bg-inherit px-4 py-3 max-md:sr-only md:sticky md:top-14 md:z-10">
        <ToneDot tone={COLUMN_LOOKS[status].tone} />
        <h2 id={`${id}-title`} className="min-w-0 text-sm font-semibold">
          {label}
        </h2>
        <ItemCount status={status} total={columnTotal(query)} isPending={query.isPending} />
      </div>
      <div className="px-2 pb-2 max-md:pt-2">
        <PagedList
          query={query}
          name={label}
          errorMessage="Failed to fetch feedback"
          skeleton={<ColumnSkeleton label={label} />}
          empty={<p className="px-2 pt-1 pb-4 text-sm text-muted">{COLUMN_LOOKS[status].empty}</p>}
        >
          {(items) => (
            <ul className="-mb-2">
              {items.map((item) => (
                <li key={item.id} className="late-24 pb-2">
                  {renderCard(item)}
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {dropZone}
    </section>
  );
}

/** Returns the element id of a column. The tabs on phones link to this id. */
export function columnId(status: RoadmapStatus): string {
  return `roadmap-${status.replace("_", "-")}`;
}

interface ItemCountProps {
  status: RoadmapStatus;
  total: number | undefined;
  isPending: boolean;
}

function ItemCount({ status, total, isPending }: ItemCountProps) {
  if (total === undefined)
    return isPending ? <Skeleton className="ml-auto h-5 w-7 rounded-full" /> : null;
  return (
    <p
      className={cn(
        "ml-auto rounded-full px-2 py-0.5 text-xs font-medium tabular-nums",
        COLUMN_LOOKS[status].count,
      )}
    >
      {total}
      <span className="sr-only">{total === 1 ? " item" : " items"}</span>
    </p>
  );
}

function ColumnSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={`Loading ${label}`} className="space-y-2">
      <RoadmapCardSkeleton />
      <RoadmapCardSkeleton />
      <RoadmapCardSkeleton />
    </SkeletonGroup>
  );
}

interface ColumnLook {
  readonly tone: BadgeTone;
  /** The CSS classes of the item count. */
  readonly count: string;
  /** The CSS class of the underline of the selected tab on phones. */
  readonly tab: string;
  /** The text of an empty column. */
  readonly empty: string;
}

/** The colours and texts of the columns. */
export const COLUMN_LOOKS: Readonly<Record<RoadmapStatus, ColumnLook>> = {
  evaluating: {
    tone: "amber",
    count: "bg-amber-tint text-amber-text",
    tab: "border-amber-dot",
    empty: "Nothing is being evaluated right now",
  },
  planned: {
    tone: "blue",
    count: "bg-blue-tint text-blue-text",
    tab: "border-blue-dot",
    empty: "Nothing is planned yet",
  },
  under_development: {
    tone: "violet",
    count: "bg-violet-tint text-violet-text",
    tab: "border-violet-dot",
    empty: "Nothing is under development right now",
  },
  complete: {
    tone: "green",
    count: "bg-green-tint text-green-text",
    tab: "border-green-dot",
    empty: "Nothing is complete yet",
  },
};
