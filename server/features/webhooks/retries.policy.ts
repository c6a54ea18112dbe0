const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds after each attempt that was not accepted until the next one. */
const RETRY_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** A receiver can ask for a longer wait with `Retry-After`, up to this number of seconds. */
const MOST_WAIT = 24 * HOUR;

/** Milliseconds after which an endpoint that accepts nothing is turned off. */
export const OFF_AFTER_MS = 5 * 24 * HOUR * 1000;

/**
 * Returns the seconds until the next attempt; null if the attempt was the last one.
 * @param attempts the number of attempts so far
 * @param retryAfter the value of the answer's `Retry-After`
 */
export function secondsUntilRetry(
  attempts: number,
  retryAfter: string | undefined,
  now: number,
): number | null {
  const planned = RETRY_SECONDS[attempts - 1];
  if (planned === undefined) return null;
  return Math.max(planned, Math.min(MOST_WAIT, secondsOf(retryAfter, now)));
}

/** Returns the seconds of a `Retry-After`, which is a number of seconds or a date; otherwise 0. */
function secondsOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : Math.max(0, Math.ceil((date - now) / 1000));
}
