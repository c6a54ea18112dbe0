import type {
  CollisionDetection,
  DragEndEvent,
  KeyboardCoordinateGetter,
  Active,
  Announcements,
  Over,
  ScreenReaderInstructions,
} from "@dnd-kit/core";
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import {
  displayedStatus,
  ROADMAP_STATUSES,
  ROADMAP_STATUS_LABELS,
} from "#contract/feedbackLabels.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { GripVertical } from "#web/ui/adminIcons.ts";
import { cn } from "#web/ui/cn.ts";
import { peopleLabel } from "#web/ui/peopleLabel.ts";
import { RoadmapBoard, useIsPhone } from "./RoadmapBoard.tsx";
import type { RoadmapColumns } from "./roadmapQuery.ts";
import { useStatusMove } from "./useStatusMove.ts";

interface DraggableRoadmapProps {
  columns: RoadmapColumns;
  /** The boards to which the roadmap is limited; none for all boards. */
  boards: readonly Board[];
  /** Renders a card. `handle` is the button that moves the card. */
  renderCard: (item: FeedbackItem, handle?: ReactNode) => ReactNode;
}

/** Pixels between the corner of a column and a card that a key has moved to the column. */
const INSET = 8;

/**
 * Returns the position to which an arrow key moves a card: in the next or previous column, even
 * where the columns are below each other.
 */
const toNextColumn: KeyboardCoordinateGetter = (event, { context }) => {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.code];
  const { over, active, droppableRects } = context;
  if (by === undefined) return undefined;
  event.preventDefault();
  const here = displayedStatus(String(over?.id ?? active?.data.current?.["status"]));
  const next = ROADMAP_STATUSES[ROADMAP_STATUSES.indexOf(here) + by];
  const rect = next && droppableRects.get(next);
  return rect && { x: rect.left + INSET, y: rect.top + INSET };
};

/**
 * Returns the column under the pointer. With the keyboard, or if no column is under the pointer (at
 * the edge of a phone's screen), returns the columns that the card overlaps.
 */
const columnUnder: CollisionDetection = (context) => {
  const pointedTo = context.pointerCoordinates ? pointerWithin(context) : [];
  return pointedTo.length > 0 ? pointedTo : rectIntersection(context);
};

/**
 * Pixels by which the columns scroll every 5 ms while a card is at the edge of the screen. With the
 * default of 10, the columns of a phone scroll too fast to stop at the intended column.
 */
const SCROLL_SPEED = 3;

/** Pixels by which the mouse moves before a drag starts. With less movement, a press is a click. */
const DRAG_DISTANCE = 6;

/**
 * The roadmap for admins, who move cards to other columns: by mouse anywhere on the card, by touch
 * and keyboard on the card's handle. Screen readers announce each step.
 */
export function DraggableRoadmap({ columns, boards, renderCard }: DraggableRoadmapProps) {
  const [dragged, setDragged] = useState<FeedbackItem | null>(null);
  const move = useStatusMove(boards);
  const isPhone = useIsPhone();
  const moved = useRef<Move | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(TouchSensor),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn }),
  );
  const itemOf = (id: number | string) =>
    Object.values(columns)
      .flatMap(({ data }) => data?.pages ?? [])
      .flatMap(({ items }) => items)
      .find((item) => item.id === id);
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    setDragged(null);
    const item = itemOf(active.id);
    const status = ROADMAP_STATUSES.find((known) => known === over?.id);
    if (!item || !status || status === item.status) return;
    moved.current = { id: item.id, byKeyboard: activatorEvent instanceof KeyboardEvent };
    void move(item, status);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      autoScroll={{
        acceleration: SCROLL_SPEED,
        // On phones, where the columns are beside each other, a drag scrolls the columns but not
        // the page.
        canScroll: (element) => !isPhone || element !== document.scrollingElement,
      }}
      accessibility={{
        announcements: DRAG_ANNOUNCEMENTS,
        screenReaderInstructions: DRAG_INSTRUCTIONS,
      }}
      onDragStart={({ active }) => setDragged(itemOf(active.id) ?? null)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <RoadmapBoard
        columns={columns}
        isDragging={dragged !== null}
        renderCard={(item) => <DraggableCard item={item} moved={moved} renderCard={renderCard} />}
        renderDropZone={(status) => <DropZone status={status} />}
      />
      <DragOverlay dropAnimation={null}>
        {dragged ? (
          <div className="rounded-lg bg-raised shadow-float">
            {renderCard(dragged)}
            <Told feedbackId={dragged.id} />
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

/** Says below a dragged card how many people will be notified if it is dropped elsewhere. */
function Told({ feedbackId }: { feedbackId: number }) {
  const { data } = useQuery({
    ...apiQuery("/api/feedback/:id/audience", { params: { id: feedbackId } }),
    staleTime: 0,
  });
  if (!data) return null;
  const people = peopleLabel(data.total, data.isCapped);
  return (
    <p role="status" className="px-3 py-2 text-xs text-muted">
      {data.total === 0 ? "Notifies nobody" : `Notifies ${people}`}
    </p>
  );
}

/** The latest move of a card. */
interface Move {
  readonly id: number;
  readonly byKeyboard: boolean;
}

type DraggableCardProps = Pick<DraggableRoadmapProps, "renderCard"> & {
  item: FeedbackItem;
  moved: RefObject<Move | null>;
};

function DraggableCard({ item, moved, renderCard }: DraggableCardProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: item.id,
    data: { title: item.title, status: item.status },
  });
  const { onMouseDown, ...handleListeners } = listeners ?? {};
  const handleRef = useCardFocus(item.id, isDragging, moved);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keyboard and touch use the handle
    <div
      ref={setNodeRef}
      // A press with Control opens the context menu on macOS.
      onMouseDown={(event) => {
        if (event.button === 0 && !event.ctrlKey) onMouseDown?.(event);
      }}
      className={cn(isDragging && "opacity-40")}
    >
      {renderCard(
        item,
        <button
          type="button"
          ref={(element) => {
            handleRef.current = element;
            setActivatorNodeRef(element);
          }}
          {...attributes}
          {...handleListeners}
          aria-label={`Move ${item.title}`}
          className="-mt-1 -mr-1 grid size-8 shrink-0 cursor-grab! touch-none place-items-center rounded-lg text-muted hover:bg-hover print:hidden"
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </button>,
      )}
    </div>
  );
}

/**
 * Focuses the handle of a card that is dragged, and the handle in the new column after the card was
 * moved: a moved card is rendered anew, so the focus is lost.
 */
function useCardFocus(id: number, isDragging: boolean, moved: DraggableCardProps["moved"]) {
  const handle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isDragging) handle.current?.focus({ preventScroll: true });
  }, [isDragging]);
  useEffect(() => {
    if (moved.current?.id !== id || document.activeElement !== document.body) return;
    // The mouse stays where the card was dropped, so the page must not scroll.
    handle.current?.focus({ preventScroll: !moved.current.byKeyboard });
  }, [id, moved]);
  return handle;
}

/**
 * The area of a column in which a card can be dropped. The area lets clicks through to the column.
 */
function DropZone({ status }: { status: RoadmapStatus }) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  return (
    <div
      ref={setNodeRef}
      aria-hidden="true"
      data-drop-target={isOver ? "" : undefined}
      className={cn(
        // Above the heading, which is sticky and has a background.
        "pointer-events-none absolute inset-0 z-10 rounded-xl",
        isOver && "border-2 border-primary-edge",
      )}
    />
  );
}

/** Screen reader instructions of a card's drag handle. */
const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    "Press Space or Enter to pick the card up, the arrow keys to move it to another column, Space or Enter again to drop it, Escape to put it back.",
};

const titleOf = ({ data }: Active) => String(data.current?.["title"]);
const columnOf = (over: Over | null) => ROADMAP_STATUS_LABELS[displayedStatus(String(over?.id))];

/** Screen reader announcements while a card is dragged. */
const DRAG_ANNOUNCEMENTS: Announcements = {
  onDragStart: ({ active }) => `${titleOf(active)} is picked up.`,
  onDragOver: ({ active, over }) =>
    over
      ? `${titleOf(active)} is over ${columnOf(over)}.`
      : `${titleOf(active)} is not over a column.`,
  onDragEnd: ({ active, over }) =>
    over
      ? `${titleOf(active)} is dropped in ${columnOf(over)}.`
      : `${titleOf(active)} is put back.`,
  onDragCancel: ({ active }) => `${titleOf(active)} is put back.`,
};
