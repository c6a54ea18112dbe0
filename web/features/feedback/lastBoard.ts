const nameOf = (tenantId: number | null) => `last-board:${String(tenantId ?? "none")}`;

/** Stores the board that the visitor has opened or submitted to, separately for each company. */
export function rememberBoard(tenantId: number | null, boardId: number): void {
  try {
    localStorage.setItem(nameOf(tenantId), String(boardId));
  } catch {
    // Without local storage, the submit dialog cannot preselect the last board.
  }
}

/** Returns the id of the board that was stored last; null if no board is stored. */
export function lastBoardId(tenantId: number | null): number | null {
  try {
    return Number(localStorage.getItem(nameOf(tenantId))) || null;
  } catch {
    return null;
  }
}
