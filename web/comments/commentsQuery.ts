import { commentsApi } from "#contract/comments.ts";
import { apiPagedQuery } from "#web/api/apiQuery.ts";

/** An item's comments: the newest hundred, then page by page those before them. */
export function commentsQuery(feedbackId: number) {
  return apiPagedQuery(commentsApi.list, { params: { id: String(feedbackId) }, query: { limit: "100" } });
}
