import { subscriberCounters } from "#server/platform/throttle/subscriber.ts";
import type { Counted, Limit } from "#server/platform/throttle/throttle.ts";
import { throttleAll } from "#server/platform/throttle/throttle.ts";
import { isAnonymous } from "#server/platform/access/isAnonymous.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** A rate limit whose subject is known before the body is read. */
export interface CallLimit {
  readonly limit: Limit;
  /**
   * Returns the counters under which a call is counted, the narrowest first. An empty list means
   * that the call is not counted.
   */
  readonly countersOf: (context: RequestContext) => readonly Counted[];
}

/** Creates a limit that counts calls by client address. */
export function bySubscriber(limit: Limit): CallLimit {
  return { limit, countersOf: ({ ip }) => subscriberCounters(limit, ip) };
}

/** Creates a limit that counts the calls of anonymous visitors by client address. */
export function byAnonymousSubscriber(limit: Limit): CallLimit {
  return exempting(bySubscriber(limit), (context) => !isAnonymous(context));
}

/**
 * Creates a limit that counts calls by account. Anonymous calls are not counted, because the guard
 * refuses them or another limit counts them.
 */
export function byAccount(limit: Limit): CallLimit {
  const countersOf: CallLimit["countersOf"] = ({ viewer, restrictedUser }) => {
    const account = viewer ?? restrictedUser;
    return account ? [{ limit, subject: String(account.id) }] : [];
  };
  return { limit, countersOf };
}

/** Returns the given limit, except that calls for which `isExempt` is true are not counted. */
export function exempting(
  { limit, countersOf }: CallLimit,
  isExempt: (context: RequestContext) => boolean,
): CallLimit {
  return { limit, countersOf: (context) => (isExempt(context) ? [] : countersOf(context)) };
}

/**
 * Counts a call before the guard and the input are checked, so that the refusal of a client above
 * the limit reveals nothing and costs little (docs/product-decisions.md "Who may call what").
 * @throws HttpError 429
 */
export async function countCall(
  limits: readonly CallLimit[],
  context: RequestContext,
): Promise<void> {
  for (const { countersOf } of limits)
    await throttleAll(context.database.system, countersOf(context));
}
