import type { RefObject } from "react";
import { lazy, Suspense } from "react";
import type { Board } from "#contract/boards.ts";
import { BoardFormDialog } from "./BoardFormDialog.tsx";
import { DeleteBoardDialog } from "./DeleteBoardDialog.tsx";
import type { BoardDialogState } from "./useBoardDialog.ts";

const importReorder = () => import("./ReorderBoardsDialog.tsx");
const ReorderBoardsDialog = lazy(async () => ({ default: (await importReorder()).ReorderBoardsDialog }));

/** Fetches the reorder dialog, drag and drop included, before it is opened. */
export const fetchReorderDialog = () => void importReorder();

interface BoardDialogsProps {
  state: BoardDialogState;
  boards: readonly Board[];
  focusAfterDelete: RefObject<HTMLElement | null>;
}

/** The dialog of the boards screen that is open, if one is. */
export function BoardDialogs({ state, boards, focusAfterDelete }: BoardDialogsProps) {
  const { dialog, isOpen, turn, close } = state;
  if (!dialog) return null;
  const frame = { isOpen, onClose: close };
  if (dialog.kind === "reorder") {
    return (
      <Suspense>
        <ReorderBoardsDialog key={turn} {...frame} boards={boards} />
      </Suspense>
    );
  }
  if (dialog.kind === "delete") {
    const latest = boards.find(({ id }) => id === dialog.board.id) ?? dialog.board;
    return <DeleteBoardDialog key={turn} {...frame} board={latest} focusAfterwards={focusAfterDelete} />;
  }
  const board = dialog.kind === "edit" ? dialog.board : null;
  return <BoardFormDialog key={turn} {...frame} board={board} boards={boards} />;
}
