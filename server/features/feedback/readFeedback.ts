import type { FeedbackDetail, feedbackApi } from "#contract/feedback.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { findFeedbackItem } from "./feedback.queries.ts";

/**
 * Returns the item as the viewer sees it.
 * @throws HttpError 404 for an unknown item, another company's item or an item that the viewer
 * cannot see, with the same response for all three
 */
export async function readFeedback(
  context: Handled<typeof feedbackApi.get, TenantContext>,
): Promise<FeedbackDetail> {
  const { db, visibility, params } = context;
  const item = await db.first(findFeedbackItem(visibility), {
    ...visibility,
    feedbackId: params.id,
  });
  if (!item) throw context.notFound();
  return item;
}
