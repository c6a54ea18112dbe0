import type { Active, Announcements, Over, ScreenReaderInstructions } from "@dnd-kit/core";

/** An item of a sortable list. */
export interface SortableItem {
  readonly id: number;
  readonly name: string;
}

/**
 * Returns the screen reader instructions of a drag handle. `noun` is the kind of item, such as
 * 'board'.
 */
export function orderInstructions(noun: string): ScreenReaderInstructions {
  return {
    draggable: `Press Space or Enter to pick the ${noun} up, the arrow keys to move it, Space or Enter again to drop it, Escape to put it back.`,
  };
}

/** Returns a label such as 'position 2 of 5'. */
export function positionLabel(
  items: readonly SortableItem[],
  id: number | string | undefined,
): string {
  const index = items.findIndex((item) => item.id === id);
  return `position ${String(index + 1)} of ${String(items.length)}`;
}

/** Returns the screen reader announcements of a drag. `items` is in the order before the move. */
export function orderAnnouncements(items: readonly SortableItem[], noun: string): Announcements {
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
