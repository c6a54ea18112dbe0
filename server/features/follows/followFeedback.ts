import type { BodyOf, ResultOf } from "#contract/endpoint.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { followsApi } from "#contract/follows.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { upsertFollow } from "./follows.queries.ts";

const { notFound: message } = followsApi.set;

const PER_ACCOUNT: Limit = { name: "follow-account", attempts: 300, windowSeconds: 60 * 60 };

export const followLimit = byAccount(PER_ACCOUNT);

/**
 * Sets the level at which the viewer follows an item. `off` is stored as well, so that a later vote
 * or comment does not turn following on again.
 */
export async function followFeedback(
  context: SignedInContext & {
    params: { id: number };
    body: BodyOf<typeof followsApi.set>;
  },
): Promise<ResultOf<typeof followsApi.set>> {
  const { db, visibility } = requireTenant(context, message);
  const { params, body } = context;
  try {
    const stored = await db.first(upsertFollow, { ...visibility, ...body, feedbackId: params.id });
    if (!stored) throw notFound(message);
    if (stored.state === "merged") throw conflict(NOT_OPEN.merged);
    return { level: body.level };
  } catch (error) {
    // Another transaction deleted the item while the statement ran.
    if (isForeignKeyViolation(error, "follow_company_id_feedback_id_fkey")) throw notFound(message);
    throw error;
  }
}
