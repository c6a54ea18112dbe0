import type { Board } from "#contract/boards.ts";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { BoardFormDialog } from "./BoardFormDialog.tsx";
import { DeleteBoardDialog } from "./DeleteBoardDialog.tsx";
import { ReorderBoardsDialog } from "./ReorderBoardsDialog.tsx";

/** The kind of the open dialog, and the board that the dialog edits or deletes. */
export type BoardDialog =
  | { readonly kind: "new" | "reorder" }
  | { readonly kind: "edit" | "delete"; readonly board: Board };

interface BoardDialogsProps {
  state: DialogState<BoardDialog>;
  boards: readonly Board[];
  onCreated: (created: Board) => void;
}

/** The open dialog of the boards screen, if any. */
export function BoardDialogs(props: BoardDialogsProps) {
  const { state, boards, onCreated } = props;
  const { subject: dialog, isOpen, turn, close } = state;
  if (!dialog) return null;
  const frame = { isOpen, onClose: close };
  if (dialog.kind === "reorder") {
    return <ReorderBoardsDialog key={turn} {...frame} boards={boards} />;
  }
  if (dialog.kind === "delete") {
    const latest = boards.find(({ id }) => id === dialog.board.id) ?? dialog.board;
    return <DeleteBoardDialog key={turn} {...frame} board={latest} />;
  }
  const board = dialog.kind === "edit" ? dialog.board : null;
  return (
    <BoardFormDialog key={turn} {...frame} board={board} boards={boards} onCreated={onCreated} />
  );
}
