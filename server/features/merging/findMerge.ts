import { MERGE_CONFLICTS, mergingApi } from "#contract/merging.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { MergeItem } from "./merging.queries.ts";
import { listMergeItems } from "./merging.queries.ts";

interface Ids {
  /** The items that are merged into the target. */
  feedbackIds: readonly number[];
  targetId: number;
}

interface Merge {
  sources: MergeItem[];
  target: MergeItem;
}

/**
 * Returns items that are to be merged, and their target.
 * @throws HttpError 404 if the target or any of the items does not exist for the viewer, 409 for
 * items that cannot be merged
 */
export async function findMerge(
  db: TenantDb,
  { canSeePrivate }: Pick<Visibility, "canSeePrivate">,
  { feedbackIds, targetId }: Ids,
): Promise<Merge> {
  const { companyId } = db;
  const all = await db.all(listMergeItems, { companyId, feedbackIds: [...feedbackIds, targetId] });
  const found = all.filter(
    ({ isPrivate, state }) => canSeePrivate || (!isPrivate && state !== "pending"),
  );
  const target = found.find(({ id }) => id === targetId);
  const sources = found.filter(({ id }) => feedbackIds.includes(id));
  if (!target || sources.length < feedbackIds.length) throw notFound(mergingApi.merge.notFound);
  if (sources.includes(target)) throw conflict(MERGE_CONFLICTS.self);
  if (sources.some(({ state }) => state === "merged")) throw conflict(MERGE_CONFLICTS.source);
  if (target.state === "merged") throw conflict(MERGE_CONFLICTS.target);
  if ([target, ...sources].some(({ state }) => state === "pending"))
    throw conflict(MERGE_CONFLICTS.pending);
  return { sources, target };
}

/** @throws HttpError 404 if the target was deleted during the merge */
export async function refuseDeletedTarget<T>(merge: Promise<T>): Promise<T> {
  try {
    return await merge;
  } catch (error) {
    if (isForeignKeyViolation(error, "feedback_item_company_id_merged_into_id_fkey"))
      throw notFound(mergingApi.merge.notFound);
    throw error;
  }
}
