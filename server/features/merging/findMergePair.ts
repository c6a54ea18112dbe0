import { MERGE_CONFLICTS, mergingApi } from "#contract/merging.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { Db } from "#server/platform/db/database.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { MergeItem } from "./merging.queries.ts";
import { findMergeItem } from "./merging.queries.ts";

const { notFound: message } = mergingApi.merge;

/**
 * Returns the item that is to be merged and its target.
 * @throws HttpError 404 for an item that the viewer cannot see, 409 for items that cannot be merged
 */
export async function findMergePair(
  db: Db,
  visibility: Visibility,
  { feedbackId, targetId }: { feedbackId: number; targetId: number },
): Promise<{ source: MergeItem; target: MergeItem }> {
  const source = await db.first(findMergeItem, { ...visibility, feedbackId });
  const target = await db.first(findMergeItem, { ...visibility, feedbackId: targetId });
  if (!source || !target) throw notFound(message);
  if (source.id === target.id) throw conflict(MERGE_CONFLICTS.self);
  if (source.state === "merged") throw conflict(MERGE_CONFLICTS.source);
  if (target.state === "merged") throw conflict(MERGE_CONFLICTS.target);
  if (source.state === "pending" || target.state === "pending")
    throw conflict(MERGE_CONFLICTS.pending);
  return { source, target };
}
