import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";

/** Returns a mutation that takes back a recorded vote. */
export function useWithdrawVote() {
  return useApiMutation(recordedVotesApi.withdraw, {
    changes: "item",
    errorFallback: "Failed to take back the vote",
    success: "Vote taken back",
  });
}
