import { solveChallenge as solve } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge, SolvedChallenge } from "#contract/submissionCheck.ts";

/** Milliseconds after which the browser stops trying to solve a challenge. */
const TIMEOUT = 20_000;

/**
 * Solves a challenge with WebCrypto, which does not block the main thread. Returns the value of
 * `altcha` in `NewFeedback`, or undefined if the browser is too slow.
 * @throws TypeError on pages without TLS, where WebCrypto is not available
 */
export async function solveChallenge(challenge: Challenge): Promise<string | undefined> {
  const solution = await solve({ challenge, deriveKey, timeout: TIMEOUT });
  return solution
    ? btoa(JSON.stringify({ challenge, solution } satisfies SolvedChallenge))
    : undefined;
}
