import { feedbackApi } from "#contract/feedback.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import {
  listSourcesOfItems,
  unmergeBeforeDeletion,
} from "#server/features/unmerging/unmerging.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deleteFollowers } from "./deleteFollowers.queries.ts";
import { deleteFeedback } from "./feedback.queries.ts";
import { deletionsOf } from "./itemActivities.ts";

const { notFound: message } = feedbackApi.remove;

/**
 * Deletes an item with its votes and comments. Items that were merged into it become independent
 * again.
 */
export async function removeFeedback(
  context: SignedInContext & { params: { id: number }; response: Pick<ResponseContext, "record"> },
): Promise<void> {
  const { db } = requireTenant(context, message);
  const { response } = context;
  const { companyId } = db;
  const { id: feedbackId } = context.params;
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
    if (deleted.length === 0) throw notFound(message);
    await response.record(transaction, ...unmerged, ...deletionsOf(deleted));
  };
  // Foreign keys delete the item's remaining rows with the item.
  await db.transaction(remove, { isLong: true });
}
