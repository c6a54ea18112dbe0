import { feedbackApi } from "#contract/feedback.ts";
import { latestPagesQuery } from "#web/app/api/latestPagesQuery.ts";

/** An item's status changes: the newest hundred, then the earlier ones page by page. */
export const historyQuery = (feedbackId: number) =>
  latestPagesQuery(feedbackApi.history, feedbackId);
