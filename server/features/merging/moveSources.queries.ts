import {
  placeCommentsOfTargets,
  recountMovedComments,
} from "#server/features/mergedComments/mergedComments.queries.ts";
import { markUnmerged, returnComments } from "#server/features/unmerging/unmerging.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import {
  copyFollows,
  copyVotes,
  deleteCopiedFollows,
  deleteCopiedVotes,
  markComments,
  markMerged,
} from "./merging.queries.ts";

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
  // Items that are merged now can be the targets of earlier merges. They then hold copies of the
  // votes and levels of following of the items that were merged into them. These copies are
  // deleted, because the earlier merged items now belong to the new target, which gets its own
  // copies below.
  await db.all(deleteCopiedVotes, { companyId, targetIds: feedbackIds, sourceIds: null });
  // The target's copies of levels are made again, because the copy for a person depends on the
  // person's levels at all items that are merged into the target.
  const targetIds = [...feedbackIds, targetId];
  await db.all(deleteCopiedFollows, { companyId, targetIds, sourceIds: null });
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
  const placed = await db.all(placeCommentsOfTargets, { companyId, targetIds: [targetId] });
  await recountMovedComments(
    db,
    placed.map(({ id }) => id),
  );
}

/** Makes items that are merged into a target independent again. */
export async function moveOutOfTarget(
  db: TenantDb,
  { feedbackIds, targetId }: Merge,
): Promise<void> {
  const { companyId } = db;
  const copies = { companyId, targetIds: [targetId], sourceIds: feedbackIds };
  await db.all(deleteCopiedVotes, copies);
  await db.all(deleteCopiedFollows, copies);
  await db.all(returnComments, { companyId, feedbackIds });
  await db.all(markUnmerged, { companyId, feedbackIds });
  // The target's copies are created again, because a person whose copy was deleted possibly voted
  // for or follows another item that is still merged into the target.
  await db.all(copyVotes, { companyId, targetId });
  await db.all(copyFollows, { companyId, targetId });
  await recountMovedComments(db, [...feedbackIds, targetId]);
}
