import type { ReactNode } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { ColumnTabs } from "./ColumnTabs.tsx";
import { RoadmapColumn } from "./RoadmapColumn.tsx";
import type { RoadmapColumns } from "./roadmapQuery.ts";
import { useIsPhone } from "./useIsPhone.ts";
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
        className="relative grid gap-4 max-md:-mx-4 max-md:items-start max-md:flex max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4 max-md:gap-3 max-md:overflow-x-auto max-md:px-4 max-md:pb-2 md:grid-cols-2 lg:grid-cols-4"
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
