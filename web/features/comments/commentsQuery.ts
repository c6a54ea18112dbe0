import { commentsApi } from "#contract/comments.ts";
import { latestPagesQuery } from "#web/app/api/latestPagesQuery.ts";

/**
 * Returns the query for an item's comments. The first page has the newest comments, at first up to
 * a hundred, and each following page has earlier comments. docs/specification.md "9. Business
 * constants and limits" says how often the query is refetched.
 */
export const commentsQuery = (feedbackId: number) => ({
  ...latestPagesQuery(commentsApi.list, feedbackId),
  staleTime: 5000,
  refetchOnWindowFocus: true,
  refetchInterval: 30_000,
});
