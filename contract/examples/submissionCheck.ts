import type { submissionCheckApi } from "../submissionCheck.ts";
import type { ExamplesOf } from "./example.ts";

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
