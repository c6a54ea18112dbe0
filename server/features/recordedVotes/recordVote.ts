import { NOT_OPEN } from "#contract/feedback.ts";
import type { RecordedVote, recordedVotesApi } from "#contract/recordedVotes.ts";
import { ALREADY_VOTED, UNKNOWN_PERSON } from "#contract/recordedVotes.ts";
import { findFeedbackItem, insertVote } from "#server/features/feedback/feedback.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { isConcurrentChange, isForeignKeyViolation } from "#server/platform/db/errors.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { KnownPerson } from "./recordedVotes.queries.ts";
import { findKnownPerson } from "./recordedVotes.queries.ts";

type RecordContext = Handled<typeof recordedVotesApi.record, TenantUserContext>;

/**
 * Records a vote for a person who is known in the company. The person follows the item only if the
 * admin chooses this (docs/decisions/0046-recorded-votes.md).
 */
export async function recordVote(context: RecordContext): Promise<RecordedVote> {
  const { db, visibility, params, body, viewer, response, database } = context;
  const ofItem = { ...visibility, feedbackId: params.id };
  const item = await db.first(findFeedbackItem(ofItem), ofItem);
  if (!item) throw context.notFound();
  const person = await requireKnownPerson(database.system, visibility.companyId, body);
  const { id: userId, username, fullName, pictureUrl } = person;
  const isFollowing = body.notify ?? false;
  try {
    const recordedVote = await db.transaction(async (transaction) => {
      const vote = { ...ofItem, voterId: userId, recordedById: viewer.id, isFollowing };
      const counted = await transaction.first(insertVote(false), vote);
      if (!counted) throw context.notFound();
      const { isNew, state, boardId, isPrivate } = counted;
      if (state !== "open") throw conflict(NOT_OPEN[state]);
      if (!isNew) throw conflict(ALREADY_VOTED);
      const voter = { voterId: userId, voter: username, title: item.title, isFollowing };
      await response.record(transaction, {
        kind: "vote_recorded",
        feedbackId: params.id,
        boardId,
        isPrivate,
        data: { votes: counted.votes, ...voter },
      });
      const { votes } = counted;
      const undone = { feedbackId: params.id, voterId: userId, voter: username };
      return { votes, undoToken: await offerUndo(transaction, viewer, "vote", undone) };
    });
    return { userId, user: { username, fullName, pictureUrl }, ...recordedVote };
  } catch (error) {
    // The item was closed or merged while the statement ran. The retry reads the item's new state.
    if (isConcurrentChange(error)) return recordVote(context);
    // Another transaction deleted the item or the account after this request had found it.
    if (isForeignKeyViolation(error, "user_vote_company_id_feedback_id_fkey"))
      throw context.notFound();
    if (isForeignKeyViolation(error, "user_vote_user_id_fkey")) throw unknownPerson(body);
    throw error;
  }
}

/** @throws HttpError 400 unless the person is known in the company and the account is active */
async function requireKnownPerson(
  db: SystemDb,
  companyId: number,
  body: RecordContext["body"],
): Promise<KnownPerson> {
  const { userId = null, username } = body;
  const key = username === undefined ? null : usernameKey(username);
  const person = await db.first(findKnownPerson, { companyId, userId, usernameKey: key });
  if (!person?.isActive) throw unknownPerson(body);
  return person;
}

function unknownPerson({ userId }: RecordContext["body"]) {
  return invalid({ [userId === undefined ? "username" : "userId"]: [UNKNOWN_PERSON] });
}
