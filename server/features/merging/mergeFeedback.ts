import type { ChangedItem } from "#contract/feedback.ts";
import type { mergingApi } from "#contract/merging.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { mergeActivity } from "#server/features/unmerging/unmerging.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findMerge, refuseDeletedTarget } from "./findMerge.ts";
import { moveIntoTarget } from "./moveSources.queries.ts";

/**
 * Merges an item into a target. The item keeps its votes and levels of following; the target gets
 * copies of them. Comments are moved (docs/decisions/0043-merging.md).
 */
export async function mergeFeedback(
  context: Handled<typeof mergingApi.merge, TenantUserContext>,
): Promise<ChangedItem> {
  const { db, visibility, params, body, viewer, response } = context;
  const { companyId } = visibility;
  const { targetId } = body;
  const merge = db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const ids = { feedbackIds: [params.id], targetId };
    const { sources, target } = await findMerge(transaction, visibility, ids);
    await moveIntoTarget(transaction, ids);
    const merged = sources.map((source) => mergeActivity("item_merged", source, target));
    await response.record(transaction, ...merged);
    const after = await transaction.first(findFeedbackItem(visibility), {
      ...visibility,
      feedbackId: targetId,
    });
    if (!after) throw context.notFound();
    return { ...after, undoToken: await offerUndo(transaction, viewer, "merge", ids) };
  });
  return refuseDeletedTarget(merge);
}
