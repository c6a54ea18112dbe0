import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { existingPassword, existingUsername, secondFactorCode } from "./auth.ts";
import { CodeSent, mailedCode } from "./confirmEmail.ts";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST } from "./errors.ts";
import { timestamp } from "./fields.ts";
import { exampleUser } from "./users.ts";

/** The body of POST /api/user/merge/code. The response is the same whether or not an account exists. */
export const MergeCodeRequest = z.object({ username: existingUsername });

/**
 * The body of POST /api/user/merge/proof: address and password of the other account, or the code that
 * was mailed to it.
 */
export const MergeProof = z.object({
  username: z.optional(existingUsername),
  password: z.optional(existingPassword),
  mailedCode: z.optional(mailedCode),
  /** Required if the other account has a second factor. An earlier attempt got a 400 for this field. */
  secondFactorCode: z.optional(secondFactorCode),
});

/** The other account, and what moves to the signed-in one. */
export const MergePreview = z.object({
  username: z.string(),
  fullName: z.nullable(z.string()),
  createdAt: timestamp,
  items: z.number(),
  comments: z.number(),
  votes: z.number(),
  reactions: z.number(),
  /** Items with a level of following. */
  follows: z.number(),
  /** Accounts at providers with which the other account logs in. */
  identities: z.number(),
});
export type MergePreview = z.output<typeof MergePreview>;

const ELSEWHERE = "Accounts are merged at acme.hearback.example, not on a custom domain";
const REFUSALS = [
  "The other account is no longer proved. Start again.",
  "This is the account that you are logged in to",
  "Accounts of admins cannot be merged into others",
  "This account belongs to another portal. Only accounts of one portal can be merged.",
];

export const accountMergingApi = {
  sendCode: endpoint({
    operationId: "requestMergeCode",
    method: "POST",
    path: "/api/user/merge/code",
    withoutInvalidation: true,
    summary:
      "Mails a six-digit code to the address of another account, which proves that it belongs to the signed-in user. The response is always the same. The code works for ten minutes and five attempts, in this session. At most one mail a minute is sent. It needs a login within the last five minutes.",
    body: MergeCodeRequest,
    response: CodeSent,
    status: 200,
    errors: { 403: [CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST, ELSEWHERE] },
  }),
  prove: endpoint({
    operationId: "proveOtherAccount",
    method: "POST",
    path: "/api/user/merge/proof",
    withoutInvalidation: true,
    summary:
      "Checks that another account belongs to the signed-in user, and returns what would move. The proof works for ten minutes, in this session. It needs a login within the last five minutes.",
    body: MergeProof,
    response: MergePreview,
    status: 200,
    errors: { 403: [CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST, ELSEWHERE], 409: REFUSALS },
  }),
  merge: endpoint({
    operationId: "mergeAccounts",
    method: "POST",
    path: "/api/user/merge",
    withoutInvalidation: true,
    summary:
      "Merges the proved account into the signed-in one. Everything that it has written and chosen moves, its sessions and ways to log in end at once, and it is deleted. The move of a large account continues after the response.",
    response: z.undefined(),
    status: 204,
    errors: {
      403: [CONFIRM_EMAIL_FIRST, ELSEWHERE],
      409: REFUSALS,
    },
  }),
} as const;

export const accountMergingExamples: ExamplesOf<typeof accountMergingApi> = {
  requestMergeCode: { body: { username: exampleUser.username }, response: { resendIn: 60 } },
  proveOtherAccount: {
    body: { username: exampleUser.username, password: "correct horse battery staple" },
    response: {
      username: exampleUser.username,
      fullName: exampleUser.fullName,
      createdAt: exampleUser.createdAt,
      items: 3,
      comments: 12,
      votes: 40,
      reactions: 5,
      follows: 2,
      identities: 0,
    },
  },
  mergeAccounts: {},
};
