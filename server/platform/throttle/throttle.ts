import { createHash } from "node:crypto";
import type { Db } from "#server/platform/db/database.ts";
import { HttpError, tooManyRequests } from "#server/platform/http/httpError.ts";
import { countAttempt, forgetAttempts, uncountAttempt } from "./throttle.queries.ts";

/** A rate limit: at most `attempts` within a window of `windowSeconds`. */
export interface Limit {
  /** Name of the counter; part of the key. */
  readonly name: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** A rate limit and the subject whose attempts are counted. */
export interface Counted {
  readonly limit: Limit;
  readonly subject: string;
}

/**
 * Returns the key of a counter. The subject is hashed, so that keys contain no network or e-mail
 * address in plain text. Subjects are compared exactly, so pass e-mail addresses through
 * `usernameKey` first.
 */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${createHash("sha256").update(subject).digest("base64url")}`;
}

/**
 * Counts an attempt, across all processes of the installation. Returns the attempts that are left,
 * negative above the limit, and the seconds until the window ends.
 */
export async function countUse(
  db: Db,
  limit: Limit,
  subject: string,
): Promise<{ left: number; secondsLeft: number }> {
  const counted = await db.first(countAttempt, {
    key: keyOf(limit, subject),
    windowSeconds: limit.windowSeconds,
  });
  const { hits = 1, secondsLeft = limit.windowSeconds } = counted ?? {};
  // If a concurrent transaction that began later has started the current window, the window ends
  // more than `windowSeconds` after the start of this transaction.
  return {
    left: limit.attempts - hits,
    secondsLeft: Math.min(limit.windowSeconds, secondsLeft),
  };
}

/**
 * Counts an attempt, across all processes of the installation.
 * @returns the seconds until the window ends if the attempts exceed the limit, otherwise null
 */
export async function secondsToWait(db: Db, limit: Limit, subject: string): Promise<number | null> {
  const { left, secondsLeft } = await countUse(db, limit, subject);
  return left < 0 ? secondsLeft : null;
}

/**
 * Counts an attempt, across all processes of the installation.
 * @throws HttpError 429 if the attempts in the window exceed the limit
 */
export async function throttle(db: Db, limit: Limit, subject: string): Promise<void> {
  const seconds = await secondsToWait(db, limit, subject);
  if (seconds !== null) throw tooManyRequests(seconds);
}

/**
 * Counts an attempt under several counters, in their order. After the first counter above its
 * limit, the following counters do not count the attempt, so that refused attempts of one network
 * do not use up the limit of a wider network.
 * @throws HttpError 429
 */
export async function throttleAll(db: Db, counters: readonly Counted[]): Promise<void> {
  for (const { limit, subject } of counters) await throttle(db, limit, subject);
}

/**
 * Runs the work for which attempts were counted. If the work fails with 503 because the server is
 * overloaded, the attempts are subtracted again: nothing was checked, and the client was asked to
 * retry.
 */
export async function uncountIfOverloaded<T>(
  db: Db,
  counted: readonly Counted[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.status === 503) {
      for (const attempt of counted) await uncount(db, attempt);
    }
    throw error;
  }
}

/** Subtracts one counted attempt. */
export async function uncount(db: Db, { limit, subject }: Counted): Promise<void> {
  await db.all(uncountAttempt, { key: keyOf(limit, subject) });
}

/** Resets a counter after a success. */
export async function resetAttempts(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.all(forgetAttempts, { key: keyOf(limit, subject) });
}
