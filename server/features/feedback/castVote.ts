import { feedbackApi, NOT_OPEN } from "#contract/feedback.ts";
import { isConcurrentChange, isForeignKeyViolation } from "#server/platform/db/errors.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { insertVote } from "./feedback.queries.ts";

const { notFound: message } = feedbackApi.vote;

type VoteContext = SignedInContext & {
  params: { id: number };
  response: Pick<ResponseContext, "record" | "unchanged">;
};

/**
 * Counts the viewer's vote once, however often it is sent. Viewers cannot withdraw their own votes
 * (docs/specification.md "4. States and transitions").
 */
export async function castVote(
  context: VoteContext,
): Promise<{ votes: number; hasVoted: boolean }> {
  const { db, visibility } = requireTenant(context, message);
  const { params, viewer } = context;
  const vote = { voterId: viewer.id, recordedById: null, isFollowing: true };
  try {
    const counted = await db.first(insertVote, { ...visibility, feedbackId: params.id, ...vote });
    if (!counted) throw notFound(message);
    const { isNew, votes, state, boardId, isPrivate } = counted;
    if (state !== "open") throw conflict(NOT_OPEN[state]);
    if (!isNew) context.response.unchanged();
    else {
      const activity = { feedbackId: params.id, boardId, isPrivate, data: { votes } };
      await context.response.record(db, { kind: "vote_cast", ...activity });
    }
    return { votes, hasVoted: true };
  } catch (error) {
    // The item was closed or merged while the statement ran. The second attempt reads the item's
    // new state.
    if (isConcurrentChange(error)) return castVote(context);
    // The item was deleted between the look-up and the insertion of the vote.
    if (isForeignKeyViolation(error, "user_vote_company_id_feedback_id_fkey"))
      throw notFound(message);
    throw error;
  }
}
