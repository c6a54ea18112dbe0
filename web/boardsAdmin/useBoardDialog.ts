import { useState } from "react";
import type { Board } from "#contract/boards.ts";

/** A dialog of the boards screen. */
export type BoardDialog =
  | { readonly kind: "new" | "reorder" }
  | { readonly kind: "edit" | "delete"; readonly board: Board };

export interface BoardDialogState {
  /** The one that is open, or was the last to be: it may be on its way out. */
  readonly dialog: BoardDialog | null;
  readonly isOpen: boolean;
  /** Another number each time one is opened: as a key it gives each opening a form of its own. */
  readonly turn: number;
  readonly open: (dialog: BoardDialog) => void;
  readonly close: () => void;
}

/** Which dialog of the boards screen is open. */
export function useBoardDialog(): BoardDialogState {
  const [state, setState] = useState<Pick<BoardDialogState, "dialog" | "isOpen" | "turn">>({
    dialog: null,
    isOpen: false,
    turn: 0,
  });
  return {
    ...state,
    open: (dialog) => setState(({ turn }) => ({ dialog, isOpen: true, turn: turn + 1 })),
    close: () => setState((last) => ({ ...last, isOpen: false })),
  };
}
