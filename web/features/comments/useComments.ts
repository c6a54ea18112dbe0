import { useInfiniteQuery } from "@tanstack/react-query";
import { useIsLive } from "#web/app/api/liveState.ts";
import { commentsQuery } from "./commentsQuery.ts";

/**
 * Loads an item's comments. The comments are polled (docs/specification.md "9. Business constants
 * and limits") unless live updates are connected.
 */
export function useComments(feedbackId: number) {
  const query = commentsQuery(feedbackId);
  const isLive = useIsLive();
  return useInfiniteQuery(isLive ? { ...query, refetchInterval: false } : query);
}
