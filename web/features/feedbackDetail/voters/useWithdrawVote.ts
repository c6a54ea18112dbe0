import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { QUERIES_AFFECTED_BY_VOTES } from "../affectedQueries.ts";

/** Returns a mutation that takes back a recorded vote. */
export function useWithdrawVote() {
  return useApiMutation(recordedVotesApi.withdraw, {
    refetch: QUERIES_AFFECTED_BY_VOTES,
    errorFallback: "Failed to take back the vote",
    success: "Vote taken back",
  });
}
