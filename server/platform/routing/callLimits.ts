import type { Counted, Limit } from "#server/platform/throttle/throttle.ts";
import { subscriberOf, throttle } from "#server/platform/throttle/throttle.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** A rate limit whose subject is known before the body is read. */
export interface CallLimit {
  readonly limit: Limit;
  /** Calls with the same subject are counted together; null means that the call is not counted. */
  readonly subjectOf: (context: RequestContext) => string | null;
}

/** Counts calls by client address. */
export const bySubscriber: CallLimit["subjectOf"] = ({ ip }) => subscriberOf(ip);

/** Counts calls by account. Anonymous calls are not counted, because the guard refuses them. */
export const byAccount: CallLimit["subjectOf"] = ({ viewer, restrictedUser }) => {
  const account = viewer ?? restrictedUser;
  return account && String(account.id);
};

/** The attempts under which a route's limit has counted a call, for `uncountIfOverloaded`. */
export function countedBy({ limit, subjectOf }: CallLimit, context: RequestContext): Counted[] {
  const subject = subjectOf(context);
  return subject === null ? [] : [{ limit, subject }];
}

/**
 * Counts a call before any other check, so that a client above the limit learns nothing and costs
 * nothing (docs/product-decisions.md "Who may call what").
 * @throws HttpError 429
 */
export async function countCall(
  limits: readonly CallLimit[],
  context: RequestContext,
): Promise<void> {
  for (const { limit, subjectOf } of limits) {
    const subject = subjectOf(context);
    if (subject !== null) await throttle(context.database.system, limit, subject);
  }
}
