import { feedbackApi } from "#contract/feedback.ts";
import { latestPagesQuery } from "#web/app/api/latestPagesQuery.ts";

/**
 * Returns the query for an item's status changes. The first page has the newest hundred changes,
 * and each following page has earlier changes.
 */
export const historyQuery = (feedbackId: number) =>
  latestPagesQuery(feedbackApi.history, feedbackId);
