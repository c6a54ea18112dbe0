import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Db } from "#server/platform/db/database.ts";
import { HttpError, tooManyRequests } from "#server/platform/http/httpError.ts";
import { countAttempt, forgetAttempts, uncountAttempt } from "./throttle.queries.ts";

/** So many attempts in so many seconds. */
export interface Limit {
  /** What is counted; part of the key. */
  readonly name: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** An attempt that `throttle` has counted. */
export interface Counted {
  readonly limit: Limit;
  readonly subject: string;
}

/** The keys hold no address and no e-mail in the clear. */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${createHash("sha256").update(subject.toLowerCase()).digest("base64url")}`;
}

/**
 * Counts an attempt; every process of the installation counts together.
 * @throws HttpError 429 once there are more than the limit allows in its window
 */
export async function throttle(db: Db, limit: Limit, subject: string): Promise<void> {
  const counted = await db.first(countAttempt, {
    key: keyOf(limit, subject),
    windowSeconds: limit.windowSeconds,
  });
  if (counted && counted.hits > limit.attempts) throw tooManyRequests(counted.secondsLeft);
}

/**
 * Does what attempts were counted for. One that the server was too busy to judge was none: whoever comes back as told (503) must
 * not be held up for it, and nobody has learned anything by it.
 */
export async function judge<T>(
  db: Db,
  counted: readonly Counted[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.status === 503) {
      for (const { limit, subject } of counted)
        await db.all(uncountAttempt, { key: keyOf(limit, subject) });
    }
    throw error;
  }
}

/** Starts afresh, after a success. */
export async function forget(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.all(forgetAttempts, { key: keyOf(limit, subject) });
}

/** One subscriber: an IPv4 address, or the /64 that an IPv6 subscriber has to himself. */
export function subscriberOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail = ""] = ip.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const full = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  return full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
