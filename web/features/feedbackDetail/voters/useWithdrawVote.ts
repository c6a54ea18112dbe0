import { useQueryClient } from "@tanstack/react-query";
import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { QUERIES_AFFECTED_BY_VOTES } from "../affectedQueries.ts";

/** Returns a mutation that takes back a recorded vote. */
export function useWithdrawVote() {
  const client = useQueryClient();
  return useApiMutation(recordedVotesApi.withdraw, {
    refetch: QUERIES_AFFECTED_BY_VOTES,
    errorFallback: "Failed to take back the vote",
    onSuccess: ({ undoToken }) =>
      toastWithUndo(client, { title: "Vote taken back" }, { undoToken, changes: "item" }),
  });
}
