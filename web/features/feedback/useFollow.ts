import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { FollowLevel } from "#contract/follows.ts";
import { followsApi } from "#contract/follows.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";

const SAVED: Record<FollowLevel, string> = {
  all: "You follow everything on this item",
  status: "You follow this item's status changes",
  off: "You do not follow this item",
};

interface Follow {
  /** The viewer's level, including a level that is being saved. */
  readonly level: FollowLevel | null;
  readonly isPending: boolean;
  readonly choose: (level: FollowLevel) => void;
}

/** The level at which the signed-in user follows an item, and how to change it. */
export function useFollow(item: FeedbackItem): Follow {
  const client = useQueryClient();
  const change = useApiMutation(followsApi.set, {
    entityId: item.id,
    errorFallback: "Failed to save what you follow",
    onSuccess: ({ level }) => {
      updateItemInCache(client, item.id, (cached) => ({ ...cached, follow: level }));
      // An item that no longer belongs to an open list stays there until the list is opened again,
      // so that the choice can be undone.
      for (const { path } of [feedbackApi.list, feedbackApi.listOnBoard])
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
