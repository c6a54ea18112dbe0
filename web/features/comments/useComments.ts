import type { QueryClient } from "@tanstack/react-query";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { latestPagesQuery } from "#web/app/api/latestPagesQuery.ts";
import { useIsLive } from "#web/app/api/liveState.ts";

/**
 * Returns the query for an item's comments. The first page has the newest comments, at first up to
 * a hundred, and each following page has earlier comments. docs/specification.md "9. Business
 * constants and limits" says how often the query is refetched.
 */
export const commentsQuery = (feedbackId: number) => ({
  ...latestPagesQuery("/api/feedback/:id/comments", feedbackId),
  staleTime: 5000,
  refetchOnWindowFocus: true,
  refetchInterval: 30_000,
});

/**
 * Loads an item's comments. The comments are polled (docs/specification.md "9. Business constants
 * and limits") unless live updates are connected.
 */
export function useComments(feedbackId: number) {
  const query = commentsQuery(feedbackId);
  const isLive = useIsLive();
  return useInfiniteQuery(isLive ? { ...query, refetchInterval: false } : query);
}

/** The numbers of an item's comments and, for admins, of its internal notes. */
export interface CommentCount {
  readonly comments: number;
  readonly notes: number;
}

/**
 * Returns the numbers of an item's comments and notes. The numbers are taken from the comment list
 * if the list has loaded, because the list is more recent than the item's count. Loaded comments
 * that wait for approval are not counted. Notes that are not loaded yet are counted as comments.
 */
export function useCommentCount(item: Pick<FeedbackItem, "id" | "commentsCount">): CommentCount {
  const { data, hasNextPage } = useComments(item.id);
  if (!data) return { comments: item.commentsCount, notes: 0 };
  const loaded = data.pages.flatMap(({ items }) => items);
  const notes = loaded.filter(({ visibility }) => visibility === "internal").length;
  const pending = loaded.filter(({ visibility }) => visibility === "pending").length;
  const total = hasNextPage ? (data.pages[0]?.total ?? item.commentsCount) : loaded.length;
  return { comments: total - notes - pending, notes };
}

/**
 * Appends a new comment to the cached list, so that the comment is displayed before the refetch.
 */
export function addCommentToCache(client: QueryClient, comment: Comment): void {
  const { queryKey } = commentsQuery(comment.feedbackId);
  client.setQueryData(queryKey, (comments) => {
    const [newest, ...earlier] = comments?.pages ?? [];
    if (!comments || !newest || newest.items.some(({ id }) => id === comment.id)) return comments;
    const withIt = { ...newest, items: [...newest.items, comment], total: newest.total + 1 };
    return { ...comments, pages: [withIt, ...earlier] };
  });
}
