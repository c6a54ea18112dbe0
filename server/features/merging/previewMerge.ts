import type { MergeOutcome, mergingApi } from "#contract/merging.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { findMerge } from "./findMerge.ts";
import { countMergeOutcome } from "./merging.queries.ts";

/**
 * Returns the numbers of votes, comments and followers that a target would have after other items
 * are merged into it. Changes nothing.
 */
export async function previewMerge(
  context: Handled<typeof mergingApi.preview, TenantUserContext>,
): Promise<MergeOutcome> {
  const { db, visibility } = context;
  const ids = { feedbackIds: context.query.ids, targetId: context.params.id };
  const { sources, target } = await findMerge(db, visibility, ids);
  const counts = await db.first(countMergeOutcome, { companyId: db.companyId, ...ids });
  if (!counts) throw context.notFound();
  const hidden = target.isPrivate ? [] : sources.filter(({ isPrivate }) => isPrivate);
  return { ...counts, privateItems: hidden.length };
}
