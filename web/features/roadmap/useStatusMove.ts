import type { Board } from "#contract/boards.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { displayedStatus, ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { moveInColumns } from "./moveInColumns.ts";

/**
 * Returns a function that moves an item to another column. The move is shown at once and reverted
 * if the server refuses the move. 'Undo' in the toast moves the item back, and also takes back the
 * entry in the item's history and the notifications.
 */
export function useStatusMove(boards: readonly Board[]) {
  const client = useQueryClient();
  const update = useApiMutation("PATCH /api/feedback/:id", {
    changes: "item",
    errorFallback: "Failed to update feedback",
  });
  return async (item: FeedbackItem, status: RoadmapStatus): Promise<void> => {
    // Cancels pending requests, because their responses would show the item in its previous column.
    void client.cancelQueries({ queryKey: ["/api/feedback"] });
    moveInColumns(client, boards, item, status);
    try {
      const call = { params: { id: item.id }, body: { status } };
      const { undoToken } = await update.mutateAsync(call);
      const title = `Moved to ${ROADMAP_STATUS_LABELS[status]}`;
      toastWithUndo(client, { title, description: item.title }, { undoToken, changes: "item" });
    } catch {
      moveInColumns(client, boards, item, displayedStatus(item.status));
    }
  };
}
