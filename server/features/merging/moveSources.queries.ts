import { placeMergedComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import {
  copyFollows,
  copyVotes,
  deleteCopiedFollows,
} from "#server/features/unmerging/copies.queries.ts";
import { unmergeItems } from "#server/features/unmerging/unmerging.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { markComments, markMerged } from "./merging.queries.ts";

interface Merge {
  /** The items that are merged into the target. */
  feedbackIds: readonly number[];
  targetId: number;
}

/** Merges items into a target. */
export async function moveIntoTarget(db: TenantDb, merge: Merge): Promise<void> {
  const { feedbackIds, targetId } = merge;
  const { companyId } = db;
  // This statement waits for concurrent votes and comments. After it, votes and comments for the
  // items are refused.
  await db.all(markMerged, { companyId, feedbackIds, targetId });
  // The target's copies of levels are made again, because the copy for a person depends on the
  // person's levels at all items that are merged into the target.
  const copies = { companyId, targetIds: [targetId], sourceIds: [], keptIds: [] };
  await db.all(deleteCopiedFollows, copies);
  await db.all(copyVotes, { companyId, targetId });
  await db.all(copyFollows, { companyId, targetId });
  await moveComments(db, merge);
}

/**
 * Merges items into a target that already has copies of their votes and levels of following. In an
 * export, for example, targets have such copies.
 */
export async function moveIntoTargetWithCopies(db: TenantDb, merge: Merge): Promise<void> {
  await db.all(markMerged, { companyId: db.companyId, ...merge });
  await moveComments(db, merge);
}

async function moveComments(db: TenantDb, { feedbackIds, targetId }: Merge): Promise<void> {
  const { companyId } = db;
  await db.all(markComments, { companyId, feedbackIds });
  await placeMergedComments(db, [targetId]);
}

/**
 * Makes merged items independent again, with the items that were merged into them before they were
 * merged themselves.
 */
export async function moveOutOfTargets(
  db: TenantDb,
  feedbackIds: readonly number[],
): Promise<void> {
  const { companyId } = db;
  // The targets' copies are created again, because a person whose copy was deleted possibly voted
  // for or follows another item that is still merged into the target.
  for (const targetId of await unmergeItems(db, feedbackIds)) {
    await db.all(copyVotes, { companyId, targetId });
    await db.all(copyFollows, { companyId, targetId });
  }
}
