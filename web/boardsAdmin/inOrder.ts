import type { Board } from "#contract/boards.ts";

/** The boards in the wanted order. Ids that are gone are left out, boards the order does not know come last. */
export function inOrder(boards: readonly Board[], wanted: readonly number[]): Board[] {
  const placed = wanted.flatMap((id) => boards.find((board) => board.id === id) ?? []);
  return [...placed, ...boards.filter(({ id }) => !wanted.includes(id))];
}
