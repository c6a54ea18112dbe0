import { commentsApi } from "#contract/comments.ts";
import { latestPagesQuery } from "#web/app/api/latestPagesQuery.ts";

/**
 * An item's comments: the newest hundred, then the earlier ones page by page. Refetched as
 * docs/specification.md "9. Business constants and limits" says.
 */
export const commentsQuery = (feedbackId: number) => ({
  ...latestPagesQuery(commentsApi.list, feedbackId),
  staleTime: 5000,
  refetchOnWindowFocus: true,
  refetchInterval: 30_000,
});
