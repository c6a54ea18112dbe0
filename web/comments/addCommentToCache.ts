import type { QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import { apiQuery } from "#web/api/apiQuery.ts";

/** Shows a new comment at the end of its list before the list is fetched again. */
export function addCommentToCache(client: QueryClient, comment: Comment): void {
  const { queryKey } = apiQuery(commentsApi.list, { params: { id: String(comment.feedbackId) } });
  client.setQueryData<Comment[]>(queryKey, (comments) =>
    comments?.some(({ id }) => id === comment.id) === false ? [...comments, comment] : comments,
  );
}
