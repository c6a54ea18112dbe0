import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import { boardsApi, SLUG_TAKEN } from "#contract/boards.ts";
import type { ApiError } from "#contract/errors.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import type { BoardFormValues, CheckedBoard } from "./boardForm.ts";
import { QUERIES_AFFECTED_BY_BOARD } from "./affectedQueries.ts";

type BoardForm = Pick<
  UseFormReturn<BoardFormValues, unknown, CheckedBoard>,
  "getValues" | "setError"
>;

interface SaveBoardOptions {
  /** The board being edited; null while a new board is created. */
  readonly board: Board | null;
  readonly form: BoardForm;
  readonly onSaved: (saved: Board) => void;
}

/**
 * Creates or updates a board. Validation errors and a taken slug are displayed beside their fields.
 */
export function useSaveBoard({ board, form, onSaved }: SaveBoardOptions) {
  const { tenantId } = usePortal();
  const client = useQueryClient();
  const shared = {
    refetch: QUERIES_AFFECTED_BY_BOARD,
    form,
    onSuccessMounted: onSaved,
    onError: ({ status, serverMessage }: ApiError) => {
      // Compares the message, because the status is also 409 if the quota of boards is reached.
      if (serverMessage === SLUG_TAKEN)
        form.setError("slug", { type: "server", message: SLUG_TAKEN }, { shouldFocus: true });
      // Another admin may have added a board (409) or deleted this board (404), so the cached list
      // is possibly outdated.
      if (status === 409 || status === 404)
        void client.invalidateQueries({ queryKey: [boardsApi.list.path] });
    },
  };
  const create = useApiMutation(boardsApi.create, {
    ...shared,
    success: "Board created successfully",
    errorFallback: "Failed to create board",
  });
  const update = useApiMutation(boardsApi.update, {
    ...shared,
    success: "Board updated successfully",
    errorFallback: "Failed to update board",
  });
  const isPending = create.isPending || update.isPending;
  const save = (checked: CheckedBoard) => {
    if (isPending) return;
    const body = { ...checked, ...(tenantId !== null && { companyId: tenantId }) };
    if (board) update.mutate({ params: { id: board.id }, body });
    else create.mutate({ body });
  };
  return { save, isPending };
}
