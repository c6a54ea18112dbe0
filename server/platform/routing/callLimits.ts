import { subscriberCounters } from "#server/platform/throttle/subscriber.ts";
import type { Counted, Limit } from "#server/platform/throttle/throttle.ts";
import { throttleAll } from "#server/platform/throttle/throttle.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** A rate limit whose subject is known before the body is read. */
export interface CallLimit {
  readonly limit: Limit;
  /**
   * The counters under which a call is counted, the narrowest first. Empty means that the call is
   * not counted.
   */
  readonly countersOf: (context: RequestContext) => readonly Counted[];
}

/** Counts calls by client address. */
export function bySubscriber(limit: Limit): CallLimit {
  return { limit, countersOf: ({ ip }) => subscriberCounters(limit, ip) };
}

/** Counts calls by account. Anonymous calls are not counted, because the guard refuses them. */
export function byAccount(limit: Limit): CallLimit {
  const countersOf: CallLimit["countersOf"] = ({ viewer, restrictedUser }) => {
    const account = viewer ?? restrictedUser;
    return account ? [{ limit, subject: String(account.id) }] : [];
  };
  return { limit, countersOf };
}

/** The same limit, but calls for which `isExempt` holds are not counted. */
export function exempting(
  { limit, countersOf }: CallLimit,
  isExempt: (context: RequestContext) => boolean,
): CallLimit {
  return { limit, countersOf: (context) => (isExempt(context) ? [] : countersOf(context)) };
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
  for (const { countersOf } of limits)
    await throttleAll(context.database.system, countersOf(context));
}
