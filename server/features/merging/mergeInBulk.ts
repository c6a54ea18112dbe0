import type { ResponseOf } from "#contract/endpoint.ts";
import type { mergingApi } from "#contract/merging.ts";
import { lockItems } from "#server/features/feedback/bulkChanges.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import { mergeActivity } from "#server/features/unmerging/unmerging.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findMerge, refuseDeletedTarget } from "./findMerge.ts";
import { moveIntoTarget } from "./moveSources.queries.ts";

type Result = ResponseOf<typeof mergingApi.mergeInBulk>;

/** Merges several items into a target in one transaction. */
export async function mergeInBulk({
  db,
  visibility,
  body: { ids, targetId },
  viewer,
  response,
}: Handled<typeof mergingApi.mergeInBulk, TenantUserContext>): Promise<Result> {
  const merge = db.transaction(async (transaction) => {
    await lockItems(transaction, ids, "change");
    const items = { feedbackIds: ids, targetId };
    const { sources, target } = await findMerge(transaction, visibility, items);
    await moveIntoTarget(transaction, items);
    const isBulk = ids.length > 1;
    const merged = sources.map((source) => mergeActivity("item_merged", source, target, isBulk));
    await response.record(transaction, ...merged);
    const undoToken = await offerUndo(transaction, viewer, "merge", items);
    return { results: ids.map((id) => ({ id, changed: true })), undoToken };
  });
  return refuseDeletedTarget(merge);
}
