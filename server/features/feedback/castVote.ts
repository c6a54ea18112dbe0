import type { feedbackApi } from "#contract/feedback.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { isConcurrentChange, isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { NOBODY } from "#server/platform/activity/activityLog.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { insertVote } from "./feedback.queries.ts";

/**
 * Counts the viewer's vote once, however often it is sent. Viewers cannot withdraw their own votes
 * (docs/specification.md "4. States and transitions"). A vote is one statement in one round trip. It
 * stores an activity only if a consumer handles votes.
 */
export async function castVote(
  context: Handled<typeof feedbackApi.vote, TenantUserContext>,
): Promise<{ votes: number; hasVoted: boolean }> {
  const { db, visibility, params, viewer, apiKey, origin, response } = context;
  const { id: feedbackId } = params;
  // The vote of a customer for whom a key acts is shown as recorded by the key.
  const recordedById = apiKey && apiKey.accountId !== viewer.id ? apiKey.accountId : null;
  const vote = { feedbackId, voterId: viewer.id, recordedById, isFollowing: true };
  const pending = response.pendingFor("vote_cast");
  const isSingle = !response.writesFor("vote_cast");
  try {
    return await db.transaction(
      async (transaction) => {
        const counted = await transaction.first(insertVote(pending !== NOBODY), {
          ...visibility,
          ...vote,
          origin,
          pending,
        });
        if (!counted) throw context.notFound();
        const { isNew, votes, state, boardId, isPrivate } = counted;
        if (state !== "open") throw conflict(NOT_OPEN[state]);
        const item = { feedbackId, boardId, isPrivate };
        const activity = { kind: "vote_cast", ...item, data: { votes }, isStored: true } as const;
        if (isNew) await response.record(transaction, activity);
        else response.unchanged();
        return { votes, hasVoted: true };
      },
      { isSingle },
    );
  } catch (error) {
    // The item was closed or merged while the statement ran. The second attempt reads the item's
    // new state.
    if (isConcurrentChange(error)) return castVote(context);
    // The item was deleted between the look-up and the insertion of the vote.
    if (isForeignKeyViolation(error, "user_vote_company_id_feedback_id_fkey"))
      throw context.notFound();
    throw error;
  }
}
