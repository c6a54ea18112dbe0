import type { DragEndEvent, Modifier } from "@dnd-kit/core";
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
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { useState } from "react";
import type { SortableItem } from "./orderAnnouncements.ts";
import { orderAnnouncements, orderInstructions, positionLabel } from "./orderAnnouncements.ts";
import { SortableRow } from "./SortableRow.tsx";

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
