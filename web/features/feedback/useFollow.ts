import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FollowLevel } from "#contract/followLevels.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";

const SAVED: Record<FollowLevel, string> = {
  all: "You follow everything on this item",
  status: "You follow this item's status changes",
  off: "You do not follow this item",
};

interface Follow {
  /** The viewer's follow level. While a new level is being saved, this is the new level. */
  readonly level: FollowLevel | null;
  readonly isPending: boolean;
  readonly choose: (level: FollowLevel) => void;
}

/**
 * Returns the viewer's follow level of an item, and a function that changes the level. Signed-out
 * users log in first.
 */
export function useFollow(item: FeedbackItem): Follow {
  const client = useQueryClient();
  const change = useApiMutation("PUT /api/feedback/:id/follow", {
    entityId: item.id,
    signInTo: `follow ${item.title}`,
    errorFallback: "Failed to save what you follow",
    onSuccess: ({ level }) => {
      updateItemInCache(client, item.id, (cached) => ({ ...cached, follow: level }));
      // The lists become stale but are not refetched. An item that the user no longer follows thus
      // stays in the open list, where the user can undo the choice.
      for (const path of ["/api/feedback", "/api/boards/:boardId/feedback"])
        void client.invalidateQueries({ queryKey: [path], refetchType: "none" });
      toast({ title: SAVED[level] });
    },
  });
  return {
    level: change.pending?.variables?.body.level ?? item.follow,
    isPending: change.pending !== undefined,
    choose: (level) => change.mutate({ params: { id: item.id }, body: { level } }),
  };
}
