import * as z from "zod/mini";
import { existingPassword, secondFactorCode } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { timestamp } from "./fields.ts";
import { FeedbackCategory, FeedbackStatus } from "./feedback.ts";
import { UserRole } from "./users.ts";

/** The company in whose portal a row of the account is. */
const place = { companyId: z.number(), companyName: z.string() };

/**
 * Everything that is stored of an account, as its owner downloads it
 * (docs/product-decisions.md "Accounts, sessions, privacy"). It holds no password hash, secret or
 * token, and no text of anyone else.
 */
export const AccountData = z.object({
  account: z.object({
    id: z.number(),
    username: z.string(),
    fullName: z.nullable(z.string()),
    role: UserRole,
    companyId: z.nullable(z.number()),
    companyName: z.nullable(z.string()),
    isActive: z.boolean(),
    /** When a temporary password expires; null if the password is not temporary. */
    temporaryPasswordUntil: z.nullable(timestamp),
    /** When a pending link to a new password expires. */
    passwordResetUntil: z.nullable(timestamp),
    /** When the owner confirmed the address. */
    confirmedAt: z.nullable(timestamp),
    /** When a mailed code that confirms the address expires. */
    confirmationCodeUntil: z.nullable(timestamp),
    createdAt: timestamp,
  }),
  /** null if none is set up. */
  secondFactor: z.nullable(
    z.object({
      /** null while the setup is not confirmed. */
      confirmedAt: z.nullable(timestamp),
      recoveryCodesLeft: z.number(),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.number(),
      /** The host on which it was opened; null if it is not known. */
      host: z.nullable(z.string()),
      userAgent: z.string(),
      ip: z.string(),
      createdAt: timestamp,
      lastSeenAt: timestamp,
      expiresAt: timestamp,
    }),
  ),
  /** Browsers in which the account has been signed in. */
  knownDevices: z.array(z.object({ lastSeenAt: timestamp })),
  items: z.array(
    z.object({
      id: z.number(),
      ...place,
      title: z.string(),
      description: z.string(),
      category: FeedbackCategory,
      createdAt: timestamp,
    }),
  ),
  comments: z.array(
    z.object({
      id: z.number(),
      ...place,
      feedbackId: z.number(),
      content: z.string(),
      createdAt: timestamp,
    }),
  ),
  votes: z.array(z.object({ ...place, feedbackId: z.number(), createdAt: timestamp })),
  /** Changes of an item's status by the account. */
  statusChanges: z.array(
    z.object({
      id: z.number(),
      ...place,
      feedbackId: z.number(),
      fromStatus: FeedbackStatus,
      toStatus: FeedbackStatus,
      note: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
  /** Entries of the audit logs by the account or about it, without what others named or wrote. */
  auditEntries: z.array(
    z.object({
      /** null if the entry concerns the whole installation. */
      companyId: z.nullable(z.number()),
      companyName: z.nullable(z.string()),
      action: z.string(),
      /** Whether the account did it; otherwise somebody else did it to the account. */
      isByAccount: z.boolean(),
      /** The address from which the account did it. */
      ip: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
});
export type AccountData = z.output<typeof AccountData>;

/** DELETE /api/user. */
export const AccountDeletion = z.object({
  password: existingPassword,
  /** Required if the account has a second factor. */
  code: z.optional(secondFactorCode),
});

export const accountApi = {
  data: endpoint({
    operationId: "downloadOwnData",
    method: "GET",
    path: "/api/user/data",
    summary: "Everything that is stored of the signed-in user's account, as a file.",
    response: AccountData,
    status: 200,
    download: "account-data.json",
  }),
  remove: endpoint({
    operationId: "deleteOwnAccount",
    method: "DELETE",
    path: "/api/user",
    summary:
      "Deletes the signed-in user's account. Items and comments stay as those of a deleted user; votes are taken back.",
    body: AccountDeletion,
    response: z.undefined(),
    status: 204,
    errors: {
      409: [
        "You are the last super admin. Make somebody else a super admin first.",
        "You are the last admin of your company. Make somebody else an admin first, or ask the provider to delete the company.",
      ],
    },
  }),
} as const;
