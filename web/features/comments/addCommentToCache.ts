import type { QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { commentsQuery } from "./commentsQuery.ts";

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
