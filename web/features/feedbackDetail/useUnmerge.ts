import type { FeedbackDetail } from "#contract/feedback.ts";
import { mergingApi } from "#contract/merging.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";
import { QUERIES_AFFECTED_BY_MERGE } from "./affectedQueries.ts";
import { useItemInCache } from "./useItemInCache.ts";

/** Returns a mutation that makes a merged item independent again. */
export function useUnmerge() {
  const writeItem = useItemInCache();
  return useApiMutation(mergingApi.unmerge, {
    refetch: QUERIES_AFFECTED_BY_MERGE,
    errorFallback: "Failed to unmerge feedback",
    onSuccess: (item: FeedbackDetail) => {
      writeItem(item);
      toast({ title: `“${item.title}” is an item of its own again` });
    },
  });
}
