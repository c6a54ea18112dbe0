import { useQueryClient } from "@tanstack/react-query";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Returns a function that writes an item from a response to the cache. */
export function useItemInCache(): (item: FeedbackDetail) => void {
  const client = useQueryClient();
  return (item) => {
    const { queryKey } = apiQuery("/api/feedback/:id", { params: { id: item.id } });
    client.setQueryData(queryKey, item);
  };
}
