import type { DragEndEvent, Modifier } from "@dnd-kit/core";
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useState } from "react";
import type { Board } from "#contract/boards.ts";
import { ORDER_INSTRUCTIONS, orderAnnouncements, placeWords } from "./orderAnnouncements.ts";
import { SortableBoard } from "./SortableBoard.tsx";

const upAndDownOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

interface SortableBoardsProps {
  /** In the order that is shown. */
  boards: readonly Board[];
  onOrder: (boards: Board[]) => void;
  /** Told when a board is picked up and when it is dropped or put back. */
  onDragging: (isDragging: boolean) => void;
}

/** The boards as a list that is ordered by mouse, touch and keyboard, each move read out. */
export function SortableBoards({ boards, onOrder, onDragging }: SortableBoardsProps) {
  const [lastMove, setLastMove] = useState("");
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number): Board[] => {
    const moved = [...boards];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onOrder(moved);
    return moved;
  };
  const drop = ({ active, over }: DragEndEvent) => {
    onDragging(false);
    const from = boards.findIndex(({ id }) => id === active.id);
    const to = boards.findIndex(({ id }) => id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) move(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDownOnly]}
      accessibility={{
        announcements: orderAnnouncements(boards),
        screenReaderInstructions: ORDER_INSTRUCTIONS,
      }}
      onDragStart={() => onDragging(true)}
      onDragEnd={drop}
      onDragCancel={() => onDragging(false)}
    >
      <SortableContext items={boards.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className="flex flex-col gap-2">
          {boards.map((board, index) => (
            <SortableBoard
              key={board.id}
              board={board}
              isFirst={index === 0}
              isLast={index === boards.length - 1}
              onMove={(by) => {
                const moved = move(index, index + by);
                setLastMove(`${board.name} is now at ${placeWords(moved, board.id)}.`);
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
