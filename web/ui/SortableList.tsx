import type {
  Active,
  Announcements,
  DragEndEvent,
  Modifier,
  Over,
  ScreenReaderInstructions,
} from "@dnd-kit/core";
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { ReactNode } from "react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { ArrowDown, ArrowUp, GripVertical } from "./adminIcons.ts";

const upAndDownOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

interface SortableListProps<Item extends SortableItem> {
  /** The kind of item, such as 'board'. */
  noun: string;
  /** The items in the displayed order. */
  items: readonly Item[];
  /** Extra content after an item's name. */
  markOf?: (item: Item) => ReactNode;
  onOrder: (items: Item[]) => void;
  /** Called when a drag starts and when it ends. */
  onDragging: (isDragging: boolean) => void;
}

/** A list that can be sorted by mouse, touch and keyboard. Screen readers announce each move. */
export function SortableList<Item extends SortableItem>({
  noun,
  items,
  markOf,
  onOrder,
  onDragging,
}: SortableListProps<Item>) {
  const [lastMove, setLastMove] = useState("");
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number): Item[] => {
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onOrder(moved);
    return moved;
  };
  const drop = ({ active, over }: DragEndEvent) => {
    onDragging(false);
    const from = items.findIndex(({ id }) => id === active.id);
    const to = items.findIndex(({ id }) => id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) move(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDownOnly]}
      accessibility={{
        announcements: orderAnnouncements(items, noun),
        screenReaderInstructions: orderInstructions(noun),
      }}
      onDragStart={() => onDragging(true)}
      onDragEnd={drop}
      onDragCancel={() => onDragging(false)}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="flex flex-col gap-2">
          {items.map((item, index) => (
            <SortableRow
              key={item.id}
              item={item}
              mark={markOf?.(item)}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onMove={(by) => {
                const moved = move(index, index + by);
                setLastMove(`${item.name} is now at ${positionLabel(moved, item.id)}.`);
              }}
            />
          ))}
        </ol>
      </SortableContext>
      <p role="status" className="sr-only">
        {lastMove}
      </p>
    </DndContext>
  );
}

interface SortableRowProps {
  item: SortableItem;
  /** Extra content after the name. */
  mark: ReactNode;
  isFirst: boolean;
  isLast: boolean;
  /** Moves the item by one position. */
  onMove: (by: -1 | 1) => void;
}

/** A row of a sortable list: a drag handle, and buttons that move the item. */
function SortableRow({ item, mark, isFirst, isLast, onMove }: SortableRowProps) {
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: item.id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cn(
        "flex min-h-12 items-center gap-1 rounded-lg border bg-surface px-1",
        isDragging && "relative z-10 shadow-float",
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${item.name}`}
        className={cn(
          "grid size-10 shrink-0 touch-none place-items-center rounded-lg text-muted hover:bg-hover",
          isDragging ? "cursor-grabbing!" : "cursor-grab!",
        )}
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      <span className="flex min-w-0 flex-1 items-center gap-2 py-1.5">
        <span dir="auto" className="min-w-0 text-sm font-medium wrap-anywhere">
          {item.name}
        </span>
        {mark}
      </span>
      <MoveButton label={`Move ${item.name} up`} isOff={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden="true" />
      </MoveButton>
      <MoveButton label={`Move ${item.name} down`} isOff={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden="true" />
      </MoveButton>
    </li>
  );
}

interface MoveButtonProps {
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: ReactNode;
}

/**
 * A button that moves an item. It has `aria-disabled` instead of `disabled`, so that it keeps the
 * focus when the item reaches the start or the end of the list.
 */
function MoveButton({ label, isOff, onClick, children }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={isOff || undefined}
      className="aria-disabled:opacity-40"
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </Button>
  );
}

/** An item of a sortable list. */
export interface SortableItem {
  readonly id: number;
  readonly name: string;
}

/**
 * Returns the screen reader instructions of a drag handle. `noun` is the kind of item, such as
 * 'board'.
 */
function orderInstructions(noun: string): ScreenReaderInstructions {
  return {
    draggable: `Press Space or Enter to pick the ${noun} up, the arrow keys to move it, Space or Enter again to drop it, Escape to put it back.`,
  };
}

/** Returns a label such as 'position 2 of 5'. */
function positionLabel(items: readonly SortableItem[], id: number | string | undefined): string {
  const index = items.findIndex((item) => item.id === id);
  return `position ${String(index + 1)} of ${String(items.length)}`;
}

/** Returns the screen reader announcements of a drag. `items` is in the order before the move. */
function orderAnnouncements(items: readonly SortableItem[], noun: string): Announcements {
  const nameOf = ({ id }: Active) => items.find((item) => item.id === id)?.name ?? `The ${noun}`;
  const place = (over: Over | null, active: Active) => positionLabel(items, over?.id ?? active.id);
  const pickedUp = (active: Active) => `${nameOf(active)} is picked up, at ${place(null, active)}.`;
  return {
    onDragStart: ({ active }) => pickedUp(active),
    // At the start of a drag, the item is over its own position. Another text than the text of
    // `onDragStart` would interrupt that announcement.
    onDragOver: ({ active, over }) =>
      over?.id === active.id
        ? pickedUp(active)
        : `${nameOf(active)} is now at ${place(over, active)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active)} is dropped at ${place(over, active)}.`,
    onDragCancel: ({ active }) => `${nameOf(active)} is put back at ${place(null, active)}.`,
  };
}
