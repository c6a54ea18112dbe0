import type { Counted, Limit } from "#server/platform/throttle/throttle.ts";
import { subscriberOf, throttle } from "#server/platform/throttle/throttle.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

/** A limit on calls whose subject is known before the body is read. */
export interface CallLimit {
  readonly limit: Limit;
  /** Whose calls are counted together; null when this call is not counted. */
  readonly subjectOf: (context: RequestContext) => string | null;
}

/** All calls from one place together. */
export const bySubscriber: CallLimit["subjectOf"] = ({ ip }) => subscriberOf(ip);

/** All calls of one account together; a call of nobody's is not counted, since the guard refuses it. */
export const byAccount: CallLimit["subjectOf"] = ({ viewer, restrictedUser }) => {
  const account = viewer ?? restrictedUser;
  return account && String(account.id);
};

/** What a call has been counted under by its route's limit, for `judge`. */
export function countedBy({ limit, subjectOf }: CallLimit, context: RequestContext): Counted[] {
  const subject = subjectOf(context);
  return subject === null ? [] : [{ limit, subject }];
}

/**
 * Counts a call. First of all, so that whoever has called too often learns nothing more and costs nothing more (DECISIONS "Who may
 * call what").
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
