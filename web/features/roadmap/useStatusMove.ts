import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { displayedStatus, ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";
import { moveInColumns } from "./moveInColumns.ts";

const OPTIONS = {
  refetch: [
    "/api/feedback",
    "/api/boards/:boardId/feedback",
    "/api/feedback/:id",
    "/api/feedback/:id/history",
  ],
  errorFallback: "Failed to update feedback",
};

/**
 * Returns a function that moves an item to another column. The move is shown at once and reverted
 * if the server refuses the move. 'Undo' in the toast moves the item back, and also takes back the
 * entry in the item's history and the notifications.
 */
export function useStatusMove(boardId: number | null) {
  const client = useQueryClient();
  /** The items before their moves, by id. */
  const before = useRef(new Map<number, FeedbackItem>());
  const show = (item: FeedbackItem, status: RoadmapStatus) => {
    before.current.set(item.id, item);
    // Cancels pending requests, because their responses would show the item in its previous column.
    void client.cancelQueries({ queryKey: ["/api/feedback"] });
    moveInColumns(client, boardId, item, status);
  };
  const revert = (id: number) => {
    const item = before.current.get(id);
    if (item) moveInColumns(client, boardId, item, displayedStatus(item.status));
    // The server may have changed the status despite the error.
    void client.invalidateQueries({ queryKey: ["/api/feedback"] });
  };
  const update = useApiMutation("PATCH /api/feedback/:id", {
    ...OPTIONS,
    onError: (_, { params }) => revert(Number(params.id)),
  });
  const undo = useApiMutation("POST /api/feedback/undo", {
    ...OPTIONS,
    onError: (_, { body }) => body.ids.forEach(revert),
  });
  return async (item: FeedbackItem, status: RoadmapStatus): Promise<void> => {
    show(item, status);
    const call = { params: { id: item.id }, body: { status } };
    const saved = await update.mutateAsync(call).catch(() => null);
    if (!saved) return;
    const moveBack = () => {
      show(saved, displayedStatus(item.status));
      undo.mutate({ body: { ids: [item.id] } });
    };
    toast({
      title: `Moved to ${ROADMAP_STATUS_LABELS[status]}`,
      description: item.title,
      action: { label: "Undo", onPress: moveBack },
    });
  };
}
