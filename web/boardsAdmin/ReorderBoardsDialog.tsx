import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { apiQuery } from "#web/api/apiQuery.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { BOARD_READERS } from "./boardReaders.ts";
import { DiscardQuestion } from "./DiscardQuestion.tsx";
import { inOrder } from "./inOrder.ts";
import { SortableBoards } from "./SortableBoards.tsx";

interface ReorderBoardsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** In the order that is saved. */
  boards: readonly Board[];
}

const idsOf = (boards: readonly Board[]) => boards.map(({ id }) => id);

/** 'Reorder Boards': saved as one whole list (SPEC section 4). */
export function ReorderBoardsDialog({ isOpen, onClose, boards }: ReorderBoardsDialogProps) {
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const isDragging = useRef(false);
  const { save, isPending, refusal } = useSaveOrder(onClose);
  const shown = inOrder(boards, wanted);
  const isDirty = shown.some(({ id }, index) => id !== boards[index]?.id);
  useUnsavedChanges(isOpen && isDirty);
  const close = () => {
    // Escape puts a board back that is being moved.
    if (isPending || isDragging.current) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={close}
        title="Reorder Boards"
        description="Drag the boards by their handles, or move them with the arrows."
        onSubmit={() => save(idsOf(shown))}
        footer={
          <>
            <Button variant="secondary" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" pending={isPending} pendingLabel="Saving...">
              Save Order
            </Button>
          </>
        }
      >
        {refusal === null ? null : (
          <p role="alert" className="mb-3 rounded-lg bg-danger-tint px-3 py-2 text-sm text-danger-text">
            {refusal} The list below has been reloaded.
          </p>
        )}
        <SortableBoards
          boards={shown}
          onOrder={(ordered) => setWanted(idsOf(ordered))}
          onDragging={(isMoving) => {
            isDragging.current = isMoving;
          }}
        />
      </Dialog>
      <DiscardQuestion isOpen={isAsking} onOpenChange={setIsAsking} onDiscard={onClose} />
    </>
  );
}

/** `refusal` is the server's message when the boards are no longer those that were ordered; they are fetched again then. */
function useSaveOrder(onSaved: () => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const reorder = useApiMutation(boardsApi.reorder, {
    refetch: BOARD_READERS,
    success: "Board order updated successfully",
    errorFallback: "Failed to update board order",
    onSuccess: (ordered) => {
      client.setQueryData(apiQuery(boardsApi.list).queryKey, ordered);
      onSaved();
    },
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
