import { Challenge, SolvedChallenge } from "#contract/submissionCheck.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { secondsToWait } from "#server/platform/throttle/throttle.ts";
import { readChallengeKey } from "./challengeKey.queries.ts";

/** Seconds until a challenge expires. */
const LIFETIME = 60 * 60;

/**
 * The work that a browser must do for a challenge: it derives between `least` and `most` keys, each
 * with `cost` iterations of PBKDF2. On a laptop of 2024, this takes about a second. The server
 * derives one key for each challenge and none for a solution.
 */
const WORK = { algorithm: "PBKDF2/SHA-256", cost: 5_000, least: 150, most: 300 };

/**
 * Each challenge can be used once. The window of this limit is longer than a challenge's lifetime,
 * because clocks can differ.
 */
const ONE_USE: Limit = { name: "challenge", attempts: 1, windowSeconds: LIFETIME + 60 };

/**
 * Loads the library on first use, because the library takes memory that an idle portal can save.
 */
async function loadAltcha() {
  const [library, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/pbkdf2"),
  ]);
  return { ...library, deriveKey };
}

/** Creates a signed challenge that is valid only in this company. */
export async function issueChallenge(db: Db, companyId: number): Promise<Challenge> {
  const { createChallenge, deriveKey, randomInt } = await loadAltcha();
  const challenge = await createChallenge({
    ...WORK,
    counter: randomInt(WORK.most, WORK.least),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + LIFETIME,
    ...(await secretsOf(db, companyId)),
  });
  return Challenge.parse(challenge);
}

/**
 * Whether a challenge is solved, was issued at least `leastSeconds` ago, and has not been used in
 * any process. Marks it as used.
 * @param altcha the JSON of a `SolvedChallenge` in base64
 */
export async function acceptSolution(
  db: Db,
  companyId: number,
  { altcha, leastSeconds }: { altcha: string; leastSeconds: number },
): Promise<boolean> {
  const solved = SolvedChallenge.safeParse(decodeJson(altcha)).data;
  if (!solved) return false;
  const secrets = await secretsOf(db, companyId);
  const { deriveKey, verifySolution } = await loadAltcha();
  const { verified } = await verifySolution({ ...solved, ...secrets, deriveKey });
  const { nonce, expiresAt } = solved.challenge.parameters;
  const seconds = Date.now() / 1000 - (expiresAt - LIFETIME);
  if (!verified || seconds < leastSeconds) return false;
  return (await secondsToWait(db, ONE_USE, nonce)) === null;
}

async function secretsOf(db: Db, companyId: number) {
  const key = (await db.first(readChallengeKey, {}))?.challengeKey;
  if (key === undefined) throw new Error("The site settings are missing");
  return {
    hmacSignatureSecret: `challenge of company ${String(companyId)} ${key}`,
    hmacKeySignatureSecret: `solution in company ${String(companyId)} ${key}`,
  };
}

/** Returns undefined for text that is no JSON in base64. */
function decodeJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64").toString()) as unknown;
  } catch {
    return undefined;
  }
}
