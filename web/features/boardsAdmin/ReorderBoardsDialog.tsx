import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "#web/ui/icons.ts";
import { useState } from "react";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ReorderDialog } from "#web/ui/ReorderDialog.tsx";
import { QUERIES_AFFECTED_BY_BOARD } from "./affectedQueries.ts";

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
export function ReorderBoardsDialog({ isOpen, onClose, boards }: ReorderBoardsDialogProps) {
  const { save, isPending, refusal } = useSaveOrder(onClose);
  return (
    <ReorderDialog
      title="Reorder Boards"
      noun="board"
      plural="boards"
      isOpen={isOpen}
      onClose={onClose}
      items={boards}
      markOf={privateMark}
      isSaving={isPending}
      refusal={refusal}
      onSave={save}
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

/**
 * Saves the order. If the list has changed on the server, `refusal` is the server's message and the
 * list is refetched.
 */
function useSaveOrder(onSaved: () => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const reorder = useApiMutation(boardsApi.reorder, {
    refetch: QUERIES_AFFECTED_BY_BOARD,
    success: "Board order updated successfully",
    errorFallback: "Failed to update board order",
    onSuccess: (ordered) => {
      client.setQueryData(wholeListQuery(boardsApi.list).queryKey, ordered);
    },
    onSuccessMounted: onSaved,
    onError: ({ status, serverMessage }) => {
      if (status !== 400) return;
      setRefusal(serverMessage ?? "Failed to update board order.");
      void client.invalidateQueries({ queryKey: [boardsApi.list.path] });
    },
  });
  const save = (boardIds: number[]) => {
    if (reorder.isPending) return;
    setRefusal(null);
    reorder.mutate({ body: { boardIds } });
  };
  return { save, isPending: reorder.isPending, refusal };
}
