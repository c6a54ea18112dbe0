import type { UndoResult } from "#contract/undo.ts";
import { lockFeedbackItems } from "#server/features/feedback/bulkChanges.queries.ts";
import type { ItemSnapshot } from "#server/features/feedback/feedback.queries.ts";
import type { Restore } from "#server/features/undo/undo.queries.ts";
import { notRestored } from "#server/features/undo/undoResult.policy.ts";
import { copyVotes } from "#server/features/unmerging/copies.queries.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { deleteCopiedVote, listRecordedVotes, restoreVotes } from "./recordedVotes.queries.ts";
import { deleteWithSources } from "./withdrawVote.ts";

/** Deletes the vote if it is still the one that the viewer has recorded. */
export const undoVote: Restore<"vote"> = (db, vote, { viewer, response }) =>
  onItem(db, vote.feedbackId, async (item) => {
    const ofVoter = { companyId: db.companyId, feedbackId: item.id, userId: vote.voterId };
    const votes = await db.all(listRecordedVotes, ofVoter);
    const isOwn = votes.some(
      ({ feedbackId, recordedById }) => feedbackId === item.id && recordedById === viewer.id,
    );
    const withdrawal = isOwn && (await deleteWithSources(db, item, vote));
    if (withdrawal) await response.record(db, withdrawal);
    return Boolean(withdrawal);
  });

/** Restores the withdrawn votes, also those of merged items, unless the person has voted since. */
export const undoWithdrawal: Restore<"withdrawal"> = (db, withdrawal, { response }) =>
  onItem(db, withdrawal.feedbackId, async ({ id: feedbackId, title, boardId, isPrivate }) => {
    const { voterId, voter, votes } = withdrawal;
    const { companyId } = db;
    const ofVoter = { companyId, feedbackId, userId: voterId };
    // The copy is chosen again, because the restored vote possibly takes precedence.
    await db.all(deleteCopiedVote, ofVoter);
    const restored = await db.all(restoreVotes, { ...ofVoter, withdrawn: JSON.stringify(votes) });
    await db.all(copyVotes, { companyId, targetId: feedbackId });
    const [item] = await db.all(lockFeedbackItems("change"), {
      companyId,
      feedbackIds: [feedbackId],
    });
    if (restored.length === 0 || !item) return false;
    const isFollowing = votes.some((vote) => vote.isFollowing);
    const recorded = { voterId, voter, title, isFollowing };
    const data = { votes: item.votes, recorded };
    await response.record(db, { kind: "vote_cast", feedbackId, boardId, isPrivate, data });
    return true;
  });

/** Calls `change` for an item that is not merged. */
async function onItem(
  db: TenantTransaction,
  feedbackId: number,
  change: (item: ItemSnapshot) => Promise<boolean>,
): Promise<UndoResult> {
  const ofItem = { companyId: db.companyId, feedbackIds: [feedbackId] };
  const [item] = await db.all(lockFeedbackItems("change"), ofItem);
  const isRestored = item !== undefined && item.state !== "merged" && (await change(item));
  if (isRestored) return { restored: 1, notRestored: [] };
  return { restored: 0, notRestored: [notRestored(feedbackId, item ? "changed" : "deleted")] };
}
