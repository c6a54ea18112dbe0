import type { DragEndEvent } from "@dnd-kit/core";
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDndContext,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { displayedStatus } from "#contract/feedbackLabels.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { peopleLabel } from "#web/ui/peopleLabel.ts";
import type { Move } from "./DraggableCard.tsx";
import { DraggableCard } from "./DraggableCard.tsx";
import {
  DRAG_ANNOUNCEMENTS,
  dragInstructions,
  DropZone,
  targetOf,
  targetUnder,
  toNextTarget,
} from "./dropTargets.tsx";
import { RoadmapBoard, useIsPhone } from "./RoadmapBoard.tsx";
import type { RoadmapColumns } from "./roadmapQuery.ts";
import { useCardMove } from "./useCardMove.ts";

interface DraggableRoadmapProps {
  columns: RoadmapColumns;
  /** The boards to which the roadmap is limited; none for all boards. */
  boards: readonly Board[];
  /** Whether the columns are ordered by hand, so that cards are also moved within a column. */
  byHand: boolean;
  /** Renders a card. `handle` is the button that moves the card. */
  renderCard: (item: FeedbackItem, handle?: ReactNode) => ReactNode;
}

/**
 * Pixels by which the columns scroll every 5 ms while a card is at the edge of the screen. With the
 * default of 10, the columns of a phone scroll too fast to stop at the intended column.
 */
const SCROLL_SPEED = 3;

/** Pixels by which the mouse moves before a drag starts. With less movement, a press is a click. */
const DRAG_DISTANCE = 6;

const useDragSensors = () =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(TouchSensor),
    useSensor(KeyboardSensor, { coordinateGetter: toNextTarget }),
  );

/**
 * The roadmap for admins, who move cards to other columns, and within a column if the roadmap is
 * ordered by hand. Screen readers announce each step.
 */
export function DraggableRoadmap({ columns, boards, byHand, renderCard }: DraggableRoadmapProps) {
  const [dragged, setDragged] = useState<FeedbackItem | null>(null);
  const move = useCardMove(boards);
  const isPhone = useIsPhone();
  const moved = useRef<Move | null>(null);
  const { itemOf, previousOf } = loadedItems(columns);
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    setDragged(null);
    const item = itemOf(active.id);
    const to = targetOf(over);
    if (!item || !to) return;
    const afterId = byHand ? (previousOf(item)?.id ?? null) : undefined;
    const from = { status: displayedStatus(item.status), afterId };
    if (to.status === from.status && to.afterId === afterId) return;
    moved.current = { id: item.id, byKeyboard: activatorEvent instanceof KeyboardEvent };
    void move(item, from, to);
  };
  return (
    <DndContext
      sensors={useDragSensors()}
      collisionDetection={targetUnder}
      autoScroll={{
        acceleration: SCROLL_SPEED,
        // On phones, where the columns are beside each other, a drag scrolls the columns but not
        // the page, unless the card is moved within its column.
        canScroll: (element) => !isPhone || byHand || element !== document.scrollingElement,
      }}
      accessibility={{
        announcements: DRAG_ANNOUNCEMENTS,
        screenReaderInstructions: dragInstructions(byHand),
      }}
      onDragStart={({ active }) => setDragged(itemOf(active.id) ?? null)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <RoadmapBoard
        columns={columns}
        isDragging={dragged !== null}
        renderCard={(item) => (
          <DraggableCard
            item={item}
            previous={previousOf(item)}
            byHand={byHand}
            moved={moved}
            renderCard={renderCard}
          />
        )}
        renderDropZone={(status) => <DropZone status={status} byHand={byHand} />}
      />
      <DragOverlay dropAnimation={null}>
        {dragged ? (
          <div className="rounded-lg bg-raised shadow-float">
            {renderCard(dragged)}
            <Told item={dragged} byHand={byHand} />
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

/** Returns functions that find a loaded item, and the one above an item in its column. */
function loadedItems(columns: RoadmapColumns) {
  const items = Object.values(columns).flatMap(
    ({ data }) => data?.pages.flatMap((page) => page.items) ?? [],
  );
  return {
    itemOf: (id: number | string) => items.find((item) => item.id === id),
    previousOf: (item: FeedbackItem) => {
      const previous = items[items.indexOf(item) - 1];
      return previous?.status === item.status ? previous : null;
    },
  };
}

/**
 * Says below a dragged card how many people will be notified if it is dropped in another column.
 * Nobody is notified of a move within a column.
 */
function Told({ item, byHand }: { item: FeedbackItem; byHand: boolean }) {
  const { over } = useDndContext();
  const { data } = useQuery({
    ...apiQuery("/api/feedback/:id/audience", { params: { id: item.id } }),
    staleTime: 0,
  });
  if (!data || (byHand && targetOf(over)?.status === item.status)) return null;
  const people = peopleLabel(data.total, data.isCapped);
  return (
    <p role="status" className="px-3 py-2 text-xs text-muted">
      {data.total === 0 ? "Notifies nobody" : `Notifies ${people}`}
    </p>
  );
}
