import type { feedbackApi } from "#contract/feedback.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import {
  listSourcesOfItems,
  unmergeBeforeDeletion,
} from "#server/features/unmerging/unmerging.queries.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { deleteFollowers } from "./deleteFollowers.queries.ts";
import { deleteFeedback, findFeedbackItem } from "./feedback.queries.ts";
import { deletionsOf } from "./itemActivities.ts";

/**
 * Deletes an item with its votes and comments. Items that were merged into it become independent
 * again.
 */
export async function removeFeedback(
  context: Handled<typeof feedbackApi.remove, TenantUserContext>,
): Promise<void> {
  const { db, visibility, response } = context;
  const { companyId } = db;
  const { id: feedbackId } = context.params;
  if (!visibility.canSeePrivate) {
    const visible = await db.first(findFeedbackItem(visibility), { ...visibility, feedbackId });
    if (!visible) throw context.notFound();
  }
  const feedbackIds = [feedbackId];
  await deleteFollowers(db, feedbackIds);
  const remove = async (transaction: TenantTransaction) => {
    // No item can be merged into this one until the transaction ends.
    await transaction.first(lockCompany, { companyId });
    const sources = await transaction.all(listSourcesOfItems, {
      companyId,
      targetIds: feedbackIds,
    });
    const unmerged = await unmergeBeforeDeletion(transaction, sources);
    const deleted = await transaction.all(deleteFeedback, { companyId, feedbackIds });
    if (deleted.length === 0) throw context.notFound();
    await response.record(transaction, ...unmerged, ...deletionsOf(deleted));
  };
  // Foreign keys delete the item's remaining rows with the item.
  await db.transaction(remove, { isLong: true });
}
