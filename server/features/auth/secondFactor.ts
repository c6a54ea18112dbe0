import type { Db } from "#server/platform/db/database.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import {
  resetAttempts,
  uncountIfOverloaded,
  throttle,
} from "#server/platform/throttle/throttle.ts";
import { findAuthenticator, takeRecoveryCode, takeStep } from "./mfa.queries.ts";
import { hashTypedCode, plainCode } from "./recoveryCodes.ts";
import { stepOfCode } from "./totp.ts";

/**
 * Codes have six digits, and three codes are valid at any time. With ten attempts per quarter of an
 * hour, guessing a code takes a year on average.
 */
export const CODES_PER_ACCOUNT: Limit = {
  name: "code-account",
  attempts: 10,
  windowSeconds: 15 * 60,
};

/** Rate limit of the route that confirms a new secret. */
export const codeLimit = byAccount(CODES_PER_ACCOUNT);

interface Try {
  userId: number;
  code: string;
  /** The key under which attempts are counted. */
  subject: string;
}

/**
 * Uses up a code of the authenticator app, or a recovery code. Returns whether the code was valid.
 * @throws HttpError 429 after too many attempts
 */
export async function takeCode(db: Db, { userId, code, subject }: Try): Promise<boolean> {
  await throttle(db, CODES_PER_ACCOUNT, subject);
  const counted = [{ limit: CODES_PER_ACCOUNT, subject }];
  const isRight = await uncountIfOverloaded(db, counted, () => isTaken(db, userId, code));
  if (isRight) await resetAttempts(db, CODES_PER_ACCOUNT, subject);
  return isRight;
}

async function isTaken(db: Db, userId: number, code: string): Promise<boolean> {
  const authenticator = await db.first(findAuthenticator, { userId });
  if (!authenticator?.isConfirmed) return false;
  const plain = plainCode(code);
  if (/^\d{6}$/.test(plain)) {
    const step = stepOfCode(authenticator.secret, plain);
    return step !== null && (await db.first(takeStep, { userId, step })) !== undefined;
  }
  const codeHash = await hashTypedCode(plain, authenticator.recoverySalt);
  return (
    codeHash !== null && (await db.first(takeRecoveryCode, { userId, codeHash })) !== undefined
  );
}
