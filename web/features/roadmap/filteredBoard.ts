import type { Board } from "#contract/boards.ts";

/** The URL parameter that limits the roadmap to one board. */
export const BOARD_PARAMETER = "boardId";

/**
 * Returns the board to which the URL limits the roadmap; undefined for all boards. A board that is
 * not visible to the viewer is ignored.
 */
export function filteredBoard(
  params: URLSearchParams,
  boards: readonly Board[],
): Board | undefined {
  return boards.find(({ id }) => String(id) === params.get(BOARD_PARAMETER));
}
