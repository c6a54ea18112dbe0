import type { MergedItem, mergingApi } from "#contract/merging.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { findMergeItem, listMergedItems } from "./merging.queries.ts";

/** Returns up to 100 items that were merged into an item and that the viewer can see. */
export async function listMergedItemsPage(
  context: Handled<typeof mergingApi.list, TenantContext>,
): Promise<MergedItem[]> {
  const { db, visibility } = context;
  const { id } = context.params;
  const target = await db.first(findMergeItem, { ...visibility, feedbackId: id });
  if (!target) throw context.notFound();
  return db.all(listMergedItems, { ...visibility, targetId: id });
}
