import type { Board } from "#contract/boards.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import { displayedStatus, ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import type { Target } from "./moveInColumns.ts";
import { moveInColumns } from "./moveInColumns.ts";

/**
 * Returns a function that moves an item to another column or place. The move is shown at once and
 * reverted if the server refuses the move. 'Undo' in the toast takes a change of status back, with
 * its entry in the item's history and its notifications.
 */
export function useCardMove(boards: readonly Board[]) {
  const client = useQueryClient();
  const update = useApiMutation("PATCH /api/feedback/:id", {
    changes: "item",
    errorFallback: "Failed to update feedback",
  });
  const place = useApiMutation("PUT /api/feedback/:id/place", {
    changes: "item",
    errorFallback: "Failed to move the card",
  });
  return async (item: FeedbackItem, from: Target, to: Target): Promise<void> => {
    const params = { id: item.id };
    // Cancels pending requests, because their responses would show the item in its former place.
    const show = (target: Target) => {
      void client.cancelQueries({ queryKey: ["/api/feedback"] });
      moveInColumns(client, boards, item, target);
    };
    show(to);
    try {
      if (to.status !== displayedStatus(item.status)) {
        const body = { status: to.status };
        const { undoToken } = await update.mutateAsync({ params, body });
        const title = `Moved to ${ROADMAP_STATUS_LABELS[to.status]}`;
        toastWithUndo(client, { title, description: item.title }, { undoToken, changes: "item" });
      }
      if (to.afterId === undefined) return;
      show(to);
      await place.mutateAsync({ params, body: { afterId: to.afterId } });
    } catch {
      show(from);
    }
  };
}
