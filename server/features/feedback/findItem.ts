import type { FeedbackDetail } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { findFeedbackItem } from "./feedback.queries.ts";

const { notFound: message } = feedbackApi.get;

/**
 * Returns the item as the viewer sees it.
 * @throws HttpError 404 for an unknown item, another company's item or an item that the viewer
 * cannot see, with the same response for all three
 */
export async function findItem(
  context: RequestContext,
  feedbackId: number,
): Promise<FeedbackDetail> {
  const { db, visibility } = requireTenant(context, message);
  const item = await db.first(findFeedbackItem, { ...visibility, feedbackId });
  if (!item) throw notFound(message);
  return item;
}
