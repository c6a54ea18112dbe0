import type { ReactNode, MouseEvent } from "react";
import { useSyncExternalStore } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { ROADMAP_STATUSES, ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { ToneDot } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { RoadmapColumn, COLUMN_LOOKS, columnId } from "./RoadmapColumn.tsx";
import type { RoadmapColumns } from "./roadmapQuery.ts";
import { columnTotal } from "./roadmapQuery.ts";
import { useSwipedColumn } from "./useSwipedColumn.ts";

interface RoadmapBoardProps {
  columns: RoadmapColumns;
  renderCard: (item: FeedbackItem) => ReactNode;
  /** Renders the drop zone that covers a column while a card is dragged. */
  renderDropZone?: (status: RoadmapStatus) => ReactNode;
  /** Whether a card is being dragged. If so, the columns scroll without snapping on phones. */
  isDragging?: boolean;
}

/**
 * Displays the four columns (docs/specification.md "Roadmap (/roadmap)"): in one row on wide
 * screens, two by two on tablets, and swipeable on phones.
 */
export function RoadmapBoard(props: RoadmapBoardProps) {
  const { columns, renderCard, renderDropZone, isDragging = false } = props;
  const { frame, region, seen, settled, isHydrated, onScroll, show } = useSwipedColumn();
  const isPhone = useIsPhone();
  return (
    <div ref={frame} className="-scroll-mt-6">
      <ColumnTabs columns={columns} shown={seen} onShow={show} />
      <div
        ref={region}
        role="region"
        aria-label="Roadmap columns"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable by keyboard
        tabIndex={isPhone ? 0 : undefined}
        onScroll={onScroll}
        style={isDragging ? { scrollSnapType: "none" } : undefined}
        className="relative grid gap-4 max-md:-mx-4 max-md:items-start max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4 max-md:gap-3 max-md:overflow-x-auto max-md:px-4 max-md:pb-2 md:grid-cols-2 lg:grid-cols-4 print:grid-cols-4 print:gap-3"
      >
        {ROADMAP_STATUSES.map((status, index) => (
          <RoadmapColumn
            key={status}
            status={status}
            query={columns[status]}
            isShortened={isHydrated && index !== settled}
            renderCard={renderCard}
            dropZone={renderDropZone?.(status)}
          />
        ))}
      </div>
    </div>
  );
}

interface ColumnTabsProps {
  columns: RoadmapColumns;
  /** Index of the column in view. */
  shown: number;
  onShow: (index: number) => void;
}

/**
 * Tabs for the four columns with their item counts, displayed on phones only. Before hydration, the
 * tabs are plain links.
 */
function ColumnTabs({ columns, shown, onShow }: ColumnTabsProps) {
  const press = (event: MouseEvent, index: number) => {
    event.preventDefault();
    onShow(index);
  };
  return (
    <nav
      aria-label="Columns"
      className="sticky top-14 z-20 -mx-4 mb-3 border-b bg-canvas px-1 md:hidden"
    >
      <ul className="grid grid-cols-4">
        {ROADMAP_STATUSES.map((status, index) => (
          <li key={status}>
            <a
              href={`#${columnId(status)}`}
              aria-current={index === shown ? "true" : undefined}
              onClick={(event) => press(event, index)}
              className={cn(
                "-mb-px flex h-full flex-col items-center border-b-2 px-0.5 py-2 text-center text-xs font-medium wrap-break-word",
                index === shown
                  ? cn("text-ink", COLUMN_LOOKS[status].tab)
                  : "border-transparent text-muted",
              )}
            >
              <TabCount status={status} total={columnTotal(columns[status])} />
              {ROADMAP_STATUS_LABELS[status]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface TabCountProps {
  status: (typeof ROADMAP_STATUSES)[number];
  total: number | undefined;
}

function TabCount({ status, total }: TabCountProps) {
  return (
    <span className="flex items-center gap-1.5 text-sm font-semibold tabular-nums">
      <ToneDot tone={COLUMN_LOOKS[status].tone} />
      {total ?? "–"}
      <span className="sr-only">{total === 1 ? " item, " : " items, "}</span>
    </span>
  );
}

const PHONE = "(width < 48rem)";

/**
 * Returns whether the window is narrower than 48rem. Below this width, the roadmap's columns scroll
 * sideways. Always true on the server and until hydration.
 */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(PHONE);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => window.matchMedia(PHONE).matches,
    () => true,
  );
}
