import { NOT_OPEN } from "#contract/feedback.ts";
import type { recordedVotesApi } from "#contract/recordedVotes.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { copyVotes } from "#server/features/unmerging/copies.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { deleteRecordedVote, findKnownPerson } from "./recordedVotes.queries.ts";

/** Deletes a vote that an admin has recorded. */
export async function withdrawVote(
  context: Handled<typeof recordedVotesApi.withdraw, TenantUserContext>,
): Promise<void> {
  const { db, visibility, params, response, database } = context;
  const { companyId } = visibility;
  const { id: feedbackId, userId } = params;
  const known = { companyId, userId, usernameKey: null };
  const voter = await database.system.first(findKnownPerson, known);
  await db.transaction(async (transaction) => {
    // Merges wait for this lock. Otherwise, a merge could copy the vote while it is being deleted.
    await transaction.first(lockCompany, { companyId });
    const item = await transaction.first(lockFeedbackItem, { ...visibility, feedbackId });
    if (!item || !voter) throw context.notFound();
    if (item.state === "merged") throw conflict(NOT_OPEN.merged);
    if (!(await deleteWithSources(transaction, { companyId, feedbackId, userId })))
      throw context.notFound();
    const { title, boardId, isPrivate } = item;
    await response.record(transaction, {
      kind: "vote_withdrawn",
      feedbackId,
      boardId,
      isPrivate,
      data: { voterId: userId, voter: voter.username, title },
    });
  });
}

/**
 * Deletes a person's recorded vote for an item. If the vote is a copy of the person's vote for a
 * merged item, deletes that vote as well. The person may also have votes for other merged items, of
 * which one is then copied to the item. If this copy is again a recorded vote, the steps are
 * repeated. Returns whether there was a recorded vote.
 */
async function deleteWithSources(
  db: TenantDb,
  { companyId, feedbackId, userId }: { companyId: number; feedbackId: number; userId: number },
): Promise<boolean> {
  const deleteAt = (id: number) =>
    db.first(deleteRecordedVote, { companyId, feedbackId: id, userId });
  const first = await deleteAt(feedbackId);
  for (let deleted = first; deleted; deleted = await deleteAt(feedbackId)) {
    if (deleted.mergedFromId !== null) await deleteAt(deleted.mergedFromId);
    await db.all(copyVotes, { companyId, targetId: feedbackId });
  }
  return first !== undefined;
}
