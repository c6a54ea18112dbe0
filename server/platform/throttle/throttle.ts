import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Db } from "#server/platform/db/database.ts";
import { HttpError, tooManyRequests } from "#server/platform/http/httpError.ts";
import { countAttempt, forgetAttempts, uncountAttempt } from "./throttle.queries.ts";

/** A rate limit: at most so many attempts in a window of so many seconds. */
export interface Limit {
  /** Name of the counter; part of the key. */
  readonly name: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** An attempt that `throttle` has counted. */
export interface Counted {
  readonly limit: Limit;
  readonly subject: string;
}

/** The subject is hashed, so that keys contain no address or e-mail in plain text. */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${createHash("sha256").update(subject.toLowerCase()).digest("base64url")}`;
}

/**
 * Counts an attempt, across all processes of the installation.
 * @throws HttpError 429 if the attempts in the window exceed the limit
 */
export async function throttle(db: Db, limit: Limit, subject: string): Promise<void> {
  const counted = await db.first(countAttempt, {
    key: keyOf(limit, subject),
    windowSeconds: limit.windowSeconds,
  });
  if (counted && counted.hits > limit.attempts) throw tooManyRequests(counted.secondsLeft);
}

/**
 * Runs the work for which attempts were counted. If it fails with 503 because the server is
 * overloaded, the attempts are uncounted: the client was asked to retry and has learned nothing.
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
      for (const { limit, subject } of counted)
        await db.all(uncountAttempt, { key: keyOf(limit, subject) });
    }
    throw error;
  }
}

/** Resets the counter after a success. */
export async function resetAttempts(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.all(forgetAttempts, { key: keyOf(limit, subject) });
}

/**
 * The subject for limits by client address: an IPv4 address, or the /64 network of an IPv6 address.
 */
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
