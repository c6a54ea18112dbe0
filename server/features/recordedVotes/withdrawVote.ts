import type { ResponseOf } from "#contract/endpoint.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import type { recordedVotesApi } from "#contract/recordedVotes.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { ItemSnapshot } from "#server/features/feedback/feedback.queries.ts";
import { lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { copyVotes } from "#server/features/unmerging/copies.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Activity } from "#server/platform/activity/activity.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { deleteRecordedVote, findKnownPerson, listRecordedVotes } from "./recordedVotes.queries.ts";

/** Deletes a vote that an admin has recorded. */
export async function withdrawVote(
  context: Handled<typeof recordedVotesApi.withdraw, TenantUserContext>,
): Promise<ResponseOf<typeof recordedVotesApi.withdraw>> {
  const { db, visibility, params, viewer, response, database } = context;
  const { companyId } = visibility;
  const { id: feedbackId, userId } = params;
  const known = { companyId, userId, usernameKey: null };
  const voter = await database.system.first(findKnownPerson, known);
  return db.transaction(async (transaction) => {
    // Merges wait for this lock. Otherwise, a merge could copy the vote while it is being deleted.
    await transaction.first(lockCompany, { companyId });
    const item = await transaction.first(lockFeedbackItem, { ...visibility, feedbackId });
    if (!item || !voter) throw context.notFound();
    if (item.state === "merged") throw conflict(NOT_OPEN.merged);
    const ofVoter = { companyId, feedbackId, userId };
    const before = await transaction.all(listRecordedVotes, ofVoter);
    const vote = { voterId: userId, voter: voter.username };
    const withdrawal = await deleteWithSources(transaction, item, vote);
    if (!withdrawal) throw context.notFound();
    await response.record(transaction, withdrawal);
    const remaining = await transaction.all(listRecordedVotes, ofVoter);
    const kept = new Set(remaining.map((row) => row.feedbackId));
    const votes = before.filter((row) => !kept.has(row.feedbackId));
    const data = { feedbackId, ...vote, votes };
    return { undoToken: await offerUndo(transaction, viewer, "withdrawal", data) };
  });
}

/**
 * Deletes a person's recorded vote for an item. If the vote is a copy of the person's vote for a
 * merged item, deletes that vote as well. The person may also have votes for other merged items, of
 * which one is then copied to the item. If this copy is again a recorded vote, the steps are
 * repeated. Returns the activity to record, or undefined if there was no recorded vote.
 */
export async function deleteWithSources(
  db: TenantDb,
  { id: feedbackId, title, boardId, isPrivate }: ItemSnapshot,
  { voterId, voter }: { voterId: number; voter: string },
): Promise<Activity | undefined> {
  const { companyId } = db;
  const deleteAt = (id: number) =>
    db.first(deleteRecordedVote, { companyId, feedbackId: id, userId: voterId });
  const first = await deleteAt(feedbackId);
  for (let deleted = first; deleted; deleted = await deleteAt(feedbackId)) {
    if (deleted.mergedFromId !== null) await deleteAt(deleted.mergedFromId);
    await db.all(copyVotes, { companyId, targetId: feedbackId });
  }
  const data = { voterId, voter, title };
  return first && { kind: "vote_withdrawn", feedbackId, boardId, isPrivate, data };
}
