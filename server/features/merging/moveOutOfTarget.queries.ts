import { recountComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import {
  copyFollows,
  copyVotes,
  deleteCopiedFollows,
  deleteCopiedVotes,
  markUnmerged,
  returnComments,
} from "./merging.queries.ts";

/** Makes a merged item independent again, in the transaction of the caller. */
export async function moveOutOfTarget(
  db: TenantDb,
  { companyId, feedbackId, targetId }: { companyId: number; feedbackId: number; targetId: number },
): Promise<void> {
  await db.all(deleteCopiedVotes, { companyId, targetId, sourceId: feedbackId });
  await db.all(deleteCopiedFollows, { companyId, targetId, sourceId: feedbackId });
  await db.all(returnComments, { companyId, feedbackId });
  await db.all(markUnmerged, { companyId, feedbackId });
  // A person may also have voted for another item that is still merged into the target.
  await db.all(copyVotes, { companyId, targetId });
  await db.all(copyFollows, { companyId, targetId });
  await db.all(recountComments, { companyId, ids: [feedbackId, targetId] });
}
