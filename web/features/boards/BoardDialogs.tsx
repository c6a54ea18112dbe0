import type { Board } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { TypedNameDialog } from "#web/app/api/TypedNameDialog.tsx";
import { useSaveOrder } from "#web/app/api/useSaveOrder.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { ReorderDialog } from "#web/ui/ReorderDialog.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { OpenDialog } from "#web/ui/useDialogState.ts";
import { BoardFormDialog } from "./BoardFormDialog.tsx";
import { Lock } from "#web/ui/icons.ts";

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
export function BoardDialogs({ state, boards, onCreated }: BoardDialogsProps) {
  return (
    <OpenDialog state={state}>
      {(dialog, frame) => {
        if (dialog.kind === "reorder") return <ReorderBoardsDialog {...frame} boards={boards} />;
        if (dialog.kind === "delete") {
          const latest = boards.find(({ id }) => id === dialog.board.id) ?? dialog.board;
          return <DeleteBoardDialog {...frame} board={latest} />;
        }
        const board = dialog.kind === "edit" ? dialog.board : null;
        return <BoardFormDialog {...frame} board={board} boards={boards} onCreated={onCreated} />;
      }}
    </OpenDialog>
  );
}

interface DeleteBoardDialogProps {
  isOpen: boolean;
  onClose: () => void;
  board: Board;
}

/**
 * Deletes a board after its exact name was typed (docs/specification.md "4. States and
 * transitions"). The dialog says how many open items are deleted with the board.
 */
function DeleteBoardDialog({ board, ...frame }: DeleteBoardDialogProps) {
  return (
    <TypedNameDialog
      {...frame}
      endpoint={"DELETE /api/boards/:id"}
      input={{ params: { id: board.id } }}
      changes="boards"
      success="Board deleted successfully"
      errorFallback="Failed to delete board"
      staysOpenOnError
      title="Delete board"
      description={<Consequences board={board} />}
      label="Type the board's name to confirm"
      name={board.name}
    />
  );
}

/**
 * Describes what is deleted. The board's number of items counts only open items, so the text names
 * the other items as well.
 */
function Consequences({ board }: { board: Board }) {
  const { name, feedbackCount } = board;
  const openItems = feedbackCount === 0 ? "no open items" : countLabel(feedbackCount, "open item");
  return (
    <>
      <strong className="font-semibold wrap-anywhere whitespace-pre-wrap text-ink">{name}</strong>{" "}
      has <strong className="font-semibold text-ink">{openItems}</strong>. The board will be deleted
      with all its items (open, closed, merged and waiting ones), their votes and comments. This
      cannot be undone.
    </>
  );
}

interface ReorderBoardsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The boards in the saved order. */
  boards: readonly Board[];
}

/**
 * The dialog 'Reorder Boards'. The order of all boards is saved as one list (docs/specification.md
 * "4. States and transitions").
 */
function ReorderBoardsDialog({ boards, ...frame }: ReorderBoardsDialogProps) {
  const order = useSaveOrder("PATCH /api/boards/reorder", {
    changes: "boards",
    queryKey: wholeListQuery("/api/boards").queryKey,
    success: "Board order updated successfully",
    errorFallback: "Failed to update board order",
    inputOf: (boardIds) => ({ body: { boardIds } }),
    onSaved: frame.onClose,
  });
  return (
    <ReorderDialog
      {...frame}
      {...order}
      title="Reorder Boards"
      noun="board"
      plural="boards"
      items={boards}
      markOf={privateMark}
    />
  );
}

function privateMark({ isPrivate }: Board) {
  if (!isPrivate) return null;
  return (
    <>
      <Lock aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      <span className="sr-only">Private</span>
    </>
  );
}
