import { NOT_OPEN } from "#contract/feedback.ts";
import { recordedVotesApi } from "#contract/recordedVotes.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { copyVotes } from "#server/features/merging/merging.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deleteRecordedVote, findKnownPerson } from "./recordedVotes.queries.ts";

const { notFound: message } = recordedVotesApi.withdraw;

type WithdrawContext = SignedInContext & {
  params: { id: number; userId: number };
  response: Pick<ResponseContext, "record">;
};

/** Takes back a vote that an admin has recorded. */
export async function withdrawVote(context: WithdrawContext): Promise<void> {
  const { db, visibility } = requireTenant(context, message);
  const { params, response, database } = context;
  const { companyId } = visibility;
  const { id: feedbackId, userId } = params;
  const known = { companyId, userId, usernameKey: null };
  const voter = await database.system.first(findKnownPerson, known);
  await db.transaction(async (transaction) => {
    // No merge must copy the vote while it is deleted.
    await transaction.first(lockCompany, { companyId });
    const item = await transaction.first(lockFeedbackItem, { ...visibility, feedbackId });
    if (!item || !voter) throw notFound(message);
    if (item.state === "merged") throw conflict(NOT_OPEN.merged);
    const deleted = await transaction.first(deleteRecordedVote, { companyId, feedbackId, userId });
    if (!deleted) throw notFound(message);
    // The person may have voted for an item that is merged into this item.
    await transaction.all(copyVotes, { companyId, targetId: feedbackId });
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
