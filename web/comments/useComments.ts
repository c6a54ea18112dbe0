import { useQuery } from "@tanstack/react-query";
import { commentsApi } from "#contract/comments.ts";
import { apiQuery } from "#web/api/apiQuery.ts";
import { useIsLive } from "#web/api/liveState.ts";

/** An item's comments, polled (SPEC section 9, see `refetchRules`) unless the server tells of new ones by itself. */
export function useComments(feedbackId: number) {
  const query = apiQuery(commentsApi.list, { params: { id: String(feedbackId) } });
  const isLive = useIsLive();
  return useQuery(isLive ? { ...query, refetchInterval: false } : query);
}
