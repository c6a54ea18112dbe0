import type { ResultOf } from "#contract/endpoint.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import type { followsApi } from "#contract/follows.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { upsertFollow } from "./follows.queries.ts";

const PER_ACCOUNT: Limit = { name: "follow-account", attempts: 300, windowSeconds: 60 * 60 };

export const followLimit = byAccount(PER_ACCOUNT);

/**
 * Sets the level at which the viewer follows an item. `off` is stored as well, so that a later vote
 * or comment does not turn following on again.
 */
export async function followFeedback(
  context: Handled<typeof followsApi.set, TenantUserContext>,
): Promise<ResultOf<typeof followsApi.set>> {
  const { db, visibility, params, body } = context;
  try {
    const stored = await db.first(upsertFollow, { ...visibility, ...body, feedbackId: params.id });
    if (!stored) throw context.notFound();
    if (stored.state === "merged") throw conflict(NOT_OPEN.merged);
    return { level: body.level };
  } catch (error) {
    // Another transaction deleted the item while the statement ran.
    if (isForeignKeyViolation(error, "follow_company_id_feedback_id_fkey"))
      throw context.notFound();
    throw error;
  }
}
