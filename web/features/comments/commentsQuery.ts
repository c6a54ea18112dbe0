import { commentsApi } from "#contract/comments.ts";
import { latestPagesQuery } from "#web/app/api/latestPagesQuery.ts";

/** An item's comments: the newest hundred, then the earlier ones page by page. */
export const commentsQuery = (feedbackId: number) => latestPagesQuery(commentsApi.list, feedbackId);
