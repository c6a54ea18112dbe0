import type { Active, Announcements, Over, ScreenReaderInstructions } from "@dnd-kit/core";
import type { Board } from "#contract/boards.ts";

/** Read out by a screen reader on a handle. */
export const ORDER_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    "Press Space or Enter to pick the board up, the arrow keys to move it, Space or Enter again to drop it, Escape to put it back.",
};

/** 'position 2 of 5' */
export function placeWords(boards: readonly Board[], id: number | string | undefined): string {
  const index = boards.findIndex((board) => board.id === id);
  return `position ${String(index + 1)} of ${String(boards.length)}`;
}

/** What is said while a board is being moved; `boards` in the order before the move. */
export function orderAnnouncements(boards: readonly Board[]): Announcements {
  const nameOf = ({ id }: Active) => boards.find((board) => board.id === id)?.name ?? "The board";
  const place = (over: Over | null, active: Active) => placeWords(boards, over?.id ?? active.id);
  const pickedUp = (active: Active) => `${nameOf(active)} is picked up, at ${place(null, active)}.`;
  return {
    onDragStart: ({ active }) => pickedUp(active),
    // It lies over its own place first, which must not drown out that it was picked up.
    onDragOver: ({ active, over }) =>
      over?.id === active.id ? pickedUp(active) : `${nameOf(active)} is now at ${place(over, active)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active)} is dropped at ${place(over, active)}.`,
    onDragCancel: ({ active }) => `${nameOf(active)} is put back at ${place(null, active)}.`,
  };
}
