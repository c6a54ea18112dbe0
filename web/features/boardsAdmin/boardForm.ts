import type * as z from "zod/mini";
import type { Board } from "#contract/boards.ts";
import type { NewBoard } from "#contract/boards.ts";

/** The board form's values before validation. */
export type BoardFormValues = z.input<typeof NewBoard>;

/** The board form's values after validation. */
export type CheckedBoard = z.output<typeof NewBoard>;

/** Returns the initial values of the form for a board; null means a new board. */
export function boardFormValues(board: Board | null): BoardFormValues {
  return {
    name: board?.name ?? "",
    slug: board?.slug ?? "",
    description: board?.description ?? "",
    isPrivate: board?.isPrivate ?? false,
  };
}
