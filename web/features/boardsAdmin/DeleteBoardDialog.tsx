import { useQueryClient } from "@tanstack/react-query";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { TypedNameDialog } from "#web/ui/TypedNameDialog.tsx";
import { QUERIES_AFFECTED_BY_BOARD } from "./affectedQueries.ts";
import { countLabel } from "#web/ui/countLabel.ts";

interface DeleteBoardDialogProps {
  isOpen: boolean;
  onClose: () => void;
  board: Board;
}

/**
 * Deletes a board after its exact name was typed (docs/specification.md "4. States and
 * transitions"). The dialog says how many open items are deleted with the board.
 */
export function DeleteBoardDialog({ isOpen, onClose, board }: DeleteBoardDialogProps) {
  const client = useQueryClient();
  const remove = useApiMutation(boardsApi.remove, {
    refetch: QUERIES_AFFECTED_BY_BOARD,
    success: "Board deleted successfully",
    errorFallback: "Failed to delete board",
    onError: ({ status }) => {
      if (status !== 404) return;
      void client.invalidateQueries({ queryKey: [boardsApi.list.path] });
      onClose();
    },
  });
  return (
    <TypedNameDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete Board"
      description={<Consequences board={board} />}
      label="Type the board's name to confirm"
      name={board.name}
      pending={remove.isPending}
      // `onSuccess` runs after the refetch, so the grid no longer has the board when the dialog
      // closes.
      onConfirm={() => remove.mutate({ params: { id: board.id } }, { onSuccess: onClose })}
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
