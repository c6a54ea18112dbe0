import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";

/**
 * Returns a mutation that votes for an item. `votes` is the number of votes before the vote. While
 * the mutation is pending, `pending.context` contains this number.
 */
export function useVote(feedbackId: number, votes?: number) {
  const client = useQueryClient();
  return useApiMutation(feedbackApi.vote, {
    entityId: feedbackId,
    snapshot: () => votes,
    changes: "ownVote",
    errorFallback: "Failed to vote",
    onSuccess: (counted) => writeVoteInCache(client, feedbackId, counted),
    // The server may have counted the vote despite the error. A refetch of the item shows whether
    // the vote was counted.
    onError: () => void client.invalidateQueries({ queryKey: [feedbackApi.get.path] }),
  });
}

/** An item's vote count and whether the viewer has voted. */
export type Vote = Pick<FeedbackItem, "votes" | "hasVoted">;

/**
 * Writes an item's vote count and the viewer's vote to every cached list, including lists of
 * similar items, and to the cached item. The order of the lists does not change. A voter without a
 * follow level now follows status changes.
 */
export function writeVoteInCache(client: QueryClient, feedbackId: number, vote: Vote): void {
  updateItemInCache(client, feedbackId, (item) => ({
    ...item,
    ...vote,
    follow: item.follow ?? "status",
  }));
  for (const { path } of Object.values(similarFeedbackApi)) {
    client.setQueriesData<SimilarItem[]>({ queryKey: [path] }, (items) =>
      items?.some(({ id }) => id === feedbackId)
        ? items.map((item) => (item.id === feedbackId ? { ...item, ...vote } : item))
        : undefined,
    );
  }
}
