import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** A proof-of-work challenge in the format of ALTCHA, version 2. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** When the challenge expires, in seconds since 1970. */
    expiresAt: z.number(),
  }),
  signature: z.string(),
});
export type Challenge = z.output<typeof Challenge>;

/**
 * A challenge with its solution. `altcha` in `NewFeedback` contains this object as JSON in base64.
 */
export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
export type SolvedChallenge = z.output<typeof SolvedChallenge>;

/**
 * The challenge for the viewer's next submission; null if the viewer's submissions are not checked.
 */
export const SubmissionCheck = z.object({ challenge: z.nullable(Challenge) });

export const submissionCheckApi = {
  get: endpoint({
    operationId: "readSubmissionCheck",
    method: "GET",
    path: "/api/feedback/challenge",
    summary:
      "A challenge for the submission of one item without an account, valid for an hour. `challenge` is null for signed-in users, and if no submissions wait for approval in this company.",
    response: SubmissionCheck,
    status: 200,
  }),
} as const;
