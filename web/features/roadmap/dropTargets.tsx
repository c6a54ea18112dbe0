import type {
  Active,
  Announcements,
  CollisionDetection,
  DroppableContainer,
  KeyboardCoordinateGetter,
  Over,
  ScreenReaderInstructions,
} from "@dnd-kit/core";
import { pointerWithin, rectIntersection, useDroppable } from "@dnd-kit/core";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import {
  displayedStatus,
  ROADMAP_STATUSES,
  ROADMAP_STATUS_LABELS,
} from "#contract/feedbackLabels.ts";
import { cn } from "#web/ui/cn.ts";
import type { Target } from "./moveInColumns.ts";

/* The targets of a dragged card: columns, and in a roadmap ordered by hand the gaps between cards. */

/** The data of a target. */
interface TargetData extends Target {
  /** Title of the item below which the card is dropped. */
  readonly afterTitle?: string | undefined;
}

// The only data of targets is that of `useTarget`.
const dataOf = (target: Pick<Over, "data"> | null) =>
  target?.data.current as TargetData | undefined;

/** Returns where a card is dropped; undefined if it is dropped outside of the columns. */
export const targetOf = (over: Over | null): Target | undefined => dataOf(over);

const useTarget = (id: string, data: TargetData) => useDroppable({ id, data: { ...data } });

/**
 * The area of a column in which a card can be dropped. The area lets clicks through to the column.
 * An empty column, which has no gaps, places the card at its top.
 */
export function DropZone({ status, byHand }: { status: RoadmapStatus; byHand: boolean }) {
  const { setNodeRef, over, active } = useTarget(status, {
    status,
    afterId: byHand ? null : undefined,
  });
  const isOwn = byHand && active?.data.current?.["status"] === status;
  const isOver = dataOf(over)?.status === status && !isOwn;
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

/** The gap above or below a card. A line shows that the dragged card would be dropped there. */
export function Gap({
  after,
  status,
}: {
  after: { id: number; title: string } | null;
  status: RoadmapStatus;
}) {
  const { setNodeRef, isOver } = useTarget(`${status}/${String(after?.id ?? "top")}`, {
    status,
    afterId: after?.id ?? null,
    afterTitle: after?.title,
  });
  return (
    <div
      ref={setNodeRef}
      aria-hidden="true"
      className={cn(
        "pointer-events-none absolute inset-x-0 z-10 h-0.5 rounded-full",
        after ? "-bottom-1.25" : "top-0",
        isOver && "bg-primary-edge",
      )}
    />
  );
}

/** Returns the gaps of a column, without the one below the dragged card, from top to bottom. */
function gapsOf(
  status: unknown,
  containers: readonly DroppableContainer[],
  active: Active | null,
): DroppableContainer[] {
  const top = ({ rect }: DroppableContainer) => rect.current?.top ?? 0;
  return containers
    .filter(({ id }) => String(id).startsWith(`${String(status)}/`))
    .filter((gap) => dataOf(gap)?.afterId !== active?.id)
    .toSorted((one, other) => top(one) - top(other));
}

/**
 * Returns the column under the pointer. With the keyboard, or if no column is under the pointer (at
 * the edge of a phone's screen), returns the columns that the card overlaps.
 */
const columnUnder: CollisionDetection = (context) => {
  const isColumn = ({ id }: DroppableContainer) => !String(id).includes("/");
  const columns = {
    ...context,
    droppableContainers: context.droppableContainers.filter(isColumn),
  };
  const pointedTo = context.pointerCoordinates ? pointerWithin(columns) : [];
  return pointedTo.length > 0 ? pointedTo : rectIntersection(columns);
};

/** Returns the gap of the column that is nearest to the pointer, or to the top of the card. */
export const targetUnder: CollisionDetection = (context) => {
  const columns = columnUnder(context);
  const { droppableContainers, droppableRects, active, pointerCoordinates } = context;
  const y = pointerCoordinates?.y ?? context.collisionRect.top;
  const distance = ({ id }: DroppableContainer) => Math.abs((droppableRects.get(id)?.top ?? 0) - y);
  const [nearest] = gapsOf(columns[0]?.id, droppableContainers, active).toSorted(
    (one, other) => distance(one) - distance(other),
  );
  return nearest ? [{ id: nearest.id }] : columns;
};

/** Pixels between the corner of a column and a card that a key has moved to the column. */
const INSET = 8;

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * Returns the position to which an arrow key moves a card: in the next or previous column, even
 * where the columns are below each other. In a roadmap ordered by hand, the keys up and down move
 * the card to the next or previous gap of its column.
 */
export const toNextTarget: KeyboardCoordinateGetter = (event, { context }) => {
  const by = STEPS[event.code];
  const { over, active, droppableRects, droppableContainers } = context;
  if (by === undefined) return undefined;
  event.preventDefault();
  const here = displayedStatus(dataOf(over)?.status ?? String(active?.data.current?.["status"]));
  const containers = [...droppableContainers.values()].filter((each) => each !== undefined);
  const gaps = gapsOf(here, containers, active);
  const isWithin = gaps.length > 0 && (event.code === "ArrowUp" || event.code === "ArrowDown");
  if (isWithin) {
    const gap = gaps[gaps.findIndex(({ id }) => id === over?.id) + by];
    const rect = gap && droppableRects.get(gap.id);
    return rect && { x: rect.left + INSET, y: rect.top };
  }
  const next = ROADMAP_STATUSES[ROADMAP_STATUSES.indexOf(here) + by];
  const rect = next && droppableRects.get(next);
  const [top] = gapsOf(next, containers, active);
  const y = (top && droppableRects.get(top.id)?.top) ?? (rect && rect.top + INSET);
  return rect && y !== undefined ? { x: rect.left + INSET, y } : undefined;
};

/** Screen reader instructions of a card's drag handle. */
export const dragInstructions = (byHand: boolean): ScreenReaderInstructions => ({
  draggable: `Press Space or Enter to pick the card up, ${
    byHand
      ? "the up and down arrow keys to move it within its column, the left and right arrow keys"
      : "the arrow keys"
  } to move it to another column, Space or Enter again to drop it, Escape to put it back.`,
});

const titleOf = ({ data }: Active) => String(data.current?.["title"]);

function nameOf(over: Over): string {
  const { status, afterId, afterTitle } = dataOf(over) ?? {};
  const column = ROADMAP_STATUS_LABELS[displayedStatus(status)];
  if (afterTitle !== undefined) return `${column}, below ${afterTitle}`;
  return afterId === null ? `${column}, at the top` : column;
}

/** Screen reader announcements while a card is dragged. */
export const DRAG_ANNOUNCEMENTS: Announcements = {
  onDragStart: ({ active }) => `${titleOf(active)} is picked up.`,
  onDragOver: ({ active, over }) =>
    over
      ? `${titleOf(active)} is over ${nameOf(over)}.`
      : `${titleOf(active)} is not over a column.`,
  onDragEnd: ({ active, over }) =>
    over ? `${titleOf(active)} is dropped in ${nameOf(over)}.` : `${titleOf(active)} is put back.`,
  onDragCancel: ({ active }) => `${titleOf(active)} is put back.`,
};
