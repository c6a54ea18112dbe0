import type { ExamplesOf } from "./endpoint.ts";
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

export const submissionCheckExamples: ExamplesOf<typeof submissionCheckApi> = {
  readSubmissionCheck: {
    response: {
      challenge: {
        parameters: {
          algorithm: "PBKDF2/SHA-256",
          nonce: "9f2c6c3f1d0e4b7a8c5d6e7f80910a1b",
          salt: "0c1d2e3f405162738495a6b7c8d9eafb",
          cost: 5000,
          keyLength: 32,
          keyPrefix: "5b0e8f7a6d5c4b3a29180706f5e4d3c2",
          keySignature: "c0ffee5b0e8f7a6d5c4b3a29180706f5e4d3c2b1a09f8e7d6c5b4a3928170605",
          expiresAt: 1_778_058_600,
        },
        signature: "4a3928170605f4e3d2c1b0a99887766554433221100fedcba9876543210fedcb",
      },
    },
  },
};
