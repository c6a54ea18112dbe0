import type { ResponseOf } from "#contract/endpoint.ts";
import type { mergingApi } from "#contract/merging.ts";
import { MERGE_CONFLICTS } from "#contract/merging.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { lockItems } from "#server/features/feedback/bulkChanges.queries.ts";
import { mergeActivity } from "#server/features/unmerging/unmerging.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findMerge, findMergeItems, refuseDeletedTarget } from "./findMerge.ts";
import { listMergeItems } from "./merging.queries.ts";
import { moveIntoTarget } from "./moveSources.queries.ts";
import { unmergeSources } from "./unmergeFeedback.ts";

type Result = ResponseOf<typeof mergingApi.mergeInBulk>;

const allChanged = (ids: readonly number[]): Result => ({
  results: ids.map((id) => ({ id, changed: true })),
});

/** Merges several items into a target in one transaction. */
export async function mergeInBulk({
  db,
  body: { ids, targetId },
  response,
}: Handled<typeof mergingApi.mergeInBulk, TenantUserContext>): Promise<Result> {
  const merge = db.transaction(async (transaction) => {
    await lockItems(transaction, ids, "change");
    const items = { feedbackIds: ids, targetId };
    const { sources, target } = await findMerge(transaction, items);
    await moveIntoTarget(transaction, items);
    const isBulk = ids.length > 1;
    const merged = sources.map((source) => mergeActivity("item_merged", source, target, isBulk));
    await response.record(transaction, ...merged);
    return allChanged(ids);
  });
  return refuseDeletedTarget(merge);
}

/** Makes several merged items independent again in one transaction. */
export async function unmergeInBulk({
  db,
  body: { ids },
  response,
  notFound,
}: Handled<typeof mergingApi.unmergeInBulk, TenantUserContext>): Promise<Result> {
  const { companyId } = db;
  return db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const merged = await transaction.all(listMergeItems, { companyId, feedbackIds: ids });
    if (merged.length < ids.length) throw notFound();
    for (const [targetId, ofTarget] of Map.groupBy(merged, ({ mergedIntoId }) => mergedIntoId)) {
      if (targetId === null) throw conflict(MERGE_CONFLICTS.notMerged);
      const feedbackIds = ofTarget.map(({ id }) => id);
      const { sources, target } = await findMergeItems(transaction, { feedbackIds, targetId });
      await unmergeSources(transaction, sources, target, response);
    }
    return allChanged(ids);
  });
}
