import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { displayedStatus, ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";
import { moveInColumns } from "./moveInColumns.ts";

/**
 * Returns a function that moves an item to another column. The move is shown at once and reverted
 * if the server refuses the move. 'Undo' in the toast moves the item back and notifies nobody.
 */
export function useStatusMove(boardId: number | null) {
  const client = useQueryClient();
  /** The items before their moves, by id. */
  const before = useRef(new Map<number, FeedbackItem>());
  const update = useApiMutation(feedbackApi.update, {
    refetch: [feedbackApi.list, feedbackApi.listOnBoard, feedbackApi.get, feedbackApi.history],
    errorFallback: "Failed to update feedback",
    onError: (_, { params }) => {
      const item = before.current.get(Number(params.id));
      if (item) moveInColumns(client, boardId, item, displayedStatus(item.status));
      // The server may have changed the status despite the error.
      void client.invalidateQueries({ queryKey: [feedbackApi.list.path] });
    },
  });
  const save = (item: FeedbackItem, status: RoadmapStatus, notify?: false) => {
    before.current.set(item.id, item);
    // Cancels pending requests, because their responses would show the item in its previous column.
    void client.cancelQueries({ queryKey: [feedbackApi.list.path] });
    moveInColumns(client, boardId, item, status);
    return update.mutateAsync({ params: { id: item.id }, body: { status, notify } });
  };
  return async (item: FeedbackItem, status: RoadmapStatus): Promise<void> => {
    const saved = await save(item, status).catch(() => null);
    if (!saved) return;
    const undo = () => void save(saved, displayedStatus(item.status), false).catch(() => null);
    toast({
      title: `Moved to ${ROADMAP_STATUS_LABELS[status]}`,
      description: item.title,
      action: { label: "Undo", onPress: undo },
    });
  };
}
