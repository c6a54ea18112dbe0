import { useQueryClient } from "@tanstack/react-query";
import { feedbackApi } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { writeVoteInCache } from "./voteInCache.ts";

const lists = [feedbackApi.list, feedbackApi.listOnBoard];

/**
 * Returns a mutation that votes for an item. `votes` is the number of votes before the vote. While
 * the mutation is pending, `pending.context` contains this number.
 */
export function useVote(feedbackId: number, votes?: number) {
  const client = useQueryClient();
  return useApiMutation(feedbackApi.vote, {
    entityId: feedbackId,
    snapshot: () => votes,
    refetch: lists,
    errorFallback: "Failed to vote",
    onSuccess: (counted) => writeVoteInCache(client, feedbackId, counted),
    // The server may have counted the vote despite the error. A refetch of the lists and the item
    // shows whether the vote was counted.
    onError: () => {
      for (const { path } of [...lists, feedbackApi.get])
        void client.invalidateQueries({ queryKey: [path] });
    },
  });
}
