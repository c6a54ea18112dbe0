import type * as z from "zod/mini";
import type { Board } from "#contract/boards.ts";
import type { NewBoard } from "#contract/boards.ts";

/** What the board form holds. */
export type BoardFormValues = z.input<typeof NewBoard>;

/** What the board form gives once it is checked. */
export type CheckedBoard = z.output<typeof NewBoard>;

/** What the form starts with: a board as it is, or nothing yet. */
export function boardFormValues(board: Board | null): BoardFormValues {
  return {
    name: board?.name ?? "",
    slug: board?.slug ?? "",
    description: board?.description ?? "",
    isPrivate: board?.isPrivate ?? false,
  };
}
