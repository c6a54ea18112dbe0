import * as z from "zod/mini";
import { CommentVisibility, ReactionEmoji } from "./comments.ts";
import { timestamp } from "./fields.ts";
import { EmailPace, NewFeedbackPace, SuppressionReason } from "./notificationSettings.ts";
import { FeedbackCategory, FeedbackStatus } from "./feedback.ts";
import { FollowLevel } from "./followLevels.ts";
import { ReportReason } from "./reports.ts";
import { exampleUser, UserRole } from "./users.ts";
import { TextFormat } from "./textFormat.ts";

/** The company to which an entry of the account's data belongs. */
const place = { companyId: z.number(), companyName: z.string() };

/**
 * The data that is stored about an account, in the form in which its owner downloads it
 * (docs/product-decisions.md "Accounts, sessions, privacy"). It contains no password hash, secret
 * or token, and no text that anyone else has written. It therefore leaves out notifications and
 * mails.
 */
export const AccountData = z.object({
  account: z.object({
    id: z.number(),
    username: z.string(),
    fullName: z.nullable(z.string()),
    /** The picture as a `data:` URL; null without a picture. */
    picture: z.nullable(z.string()),
    role: UserRole,
    companyId: z.nullable(z.number()),
    companyName: z.nullable(z.string()),
    isActive: z.boolean(),
    /** When a temporary password expires; null if the password is not temporary. */
    temporaryPasswordUntil: z.nullable(timestamp),
    /** When the link of a pending password reset expires; null if no reset is pending. */
    passwordResetUntil: z.nullable(timestamp),
    /** When the owner confirmed the e-mail address; null until then. */
    confirmedAt: z.nullable(timestamp),
    /**
     * When the mailed code for confirming the e-mail address expires; null if there is no such
     * code.
     */
    confirmationCodeUntil: z.nullable(timestamp),
    createdAt: timestamp,
    /** The last request in the account's own company, to five minutes; null if there was none. */
    lastSeenAt: z.nullable(timestamp),
    /** When the account was last signed in by its password; null if that is not known. */
    passwordLastUsedAt: z.nullable(timestamp),
    /** When the account was last signed in by a mailed code or link; null if it never was. */
    mailedCodeLastUsedAt: z.nullable(timestamp),
  }),
  notificationSettings: z.object({
    email: EmailPace,
    timeZone: z.string(),
    /**
     * How often mails about new feedback are sent. This setting affects only admins of a company.
     */
    newFeedback: NewFeedbackPace,
    /**
     * Why and since when the e-mail address is suppressed; null if the address is not suppressed.
     */
    suppression: z.nullable(z.object({ reason: SuppressionReason, since: timestamp })),
  }),
  /** The second factor; null if no setup was started. */
  secondFactor: z.nullable(
    z.object({
      /** When the setup was confirmed; null until then. */
      confirmedAt: z.nullable(timestamp),
      recoveryCodesLeft: z.number(),
    }),
  ),
  passkeys: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      /** The domain for which the passkey works. */
      domain: z.string(),
      createdAt: timestamp,
      lastUsedAt: z.nullable(timestamp),
    }),
  ),
  /** The accounts at providers, or in a company's application, that log the account in. */
  identities: z.array(
    z.object({
      id: z.number(),
      /** The company that vouches for it; null for a provider of the whole installation. */
      companyId: z.nullable(z.number()),
      companyName: z.nullable(z.string()),
      issuer: z.string(),
      label: z.string(),
      createdAt: timestamp,
      lastUsedAt: z.nullable(timestamp),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.number(),
      /** The host on which the session was opened; null if the host is not known. */
      host: z.nullable(z.string()),
      userAgent: z.string(),
      ip: z.string(),
      createdAt: timestamp,
      /** When the user has proved who they are; null for a session that goes on from another. */
      provedAt: z.nullable(timestamp),
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
      descriptionFormat: TextFormat,
      category: FeedbackCategory,
      /** Whether an import has written the item under the account's name. */
      isImported: z.boolean(),
      createdAt: timestamp,
    }),
  ),
  comments: z.array(
    z.object({
      id: z.number(),
      ...place,
      feedbackId: z.number(),
      content: z.string(),
      contentFormat: TextFormat,
      visibility: CommentVisibility,
      /** Whether an import has written the comment under the account's name. */
      isImported: z.boolean(),
      /** The comment that this one answers. */
      answersId: z.nullable(z.number()),
      createdAt: timestamp,
      editedAt: z.nullable(timestamp),
    }),
  ),
  reactions: z.array(
    z.object({ ...place, commentId: z.number(), emoji: ReactionEmoji, createdAt: timestamp }),
  ),
  votes: z.array(
    z.object({
      ...place,
      feedbackId: z.number(),
      /** Whether an admin of the company has recorded the vote for the account. */
      isRecorded: z.boolean(),
      createdAt: timestamp,
    }),
  ),
  /**
   * The items for which a level of following is stored. The account has chosen this level, or a
   * comment or a merge has set it.
   */
  follows: z.array(
    z.object({ ...place, feedbackId: z.number(), level: FollowLevel, createdAt: timestamp }),
  ),
  /** The pictures that the account has uploaded for texts. */
  pictures: z.array(
    z.object({
      id: z.string(),
      ...place,
      /** The address on a host of the company. */
      url: z.string(),
      /** Whether the picture stands in a text. Other pictures are deleted after a day. */
      isInText: z.boolean(),
      bytes: z.number(),
      createdAt: timestamp,
    }),
  ),
  /** The companies whose changelog the account gets by mail. */
  changelogSubscriptions: z.array(z.object({ ...place, createdAt: timestamp })),
  /**
   * The invitations that the account has created and that nobody has accepted, without the e-mail
   * addresses of the invited people.
   */
  invitations: z.array(
    z.object({ ...place, role: UserRole, createdAt: timestamp, expiresAt: timestamp }),
  ),
  /** The items and comments that the account has reported. */
  reports: z.array(
    z.object({
      ...place,
      /** The reported item; null if a comment was reported. */
      feedbackId: z.nullable(z.number()),
      /** The reported comment; null if an item was reported. */
      commentId: z.nullable(z.number()),
      reason: ReportReason,
      note: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
  /**
   * The posts of the account that admins have rejected in the last 90 days. The title of a comment is
   * that of its item.
   */
  rejections: z.array(
    z.object({
      ...place,
      feedbackId: z.number(),
      /** Null for an item. */
      commentId: z.nullable(z.number()),
      title: z.string(),
      excerpt: z.string(),
      reason: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
  /** The organisations of which the account is a member, as a company's application has named them. */
  organisations: z.array(
    z.object({ ...place, id: z.string(), name: z.nullable(z.string()), updatedAt: timestamp }),
  ),
  /** The companies in which the account is blocked, and since when. */
  blocks: z.array(z.object({ ...place, createdAt: timestamp })),
  /** The accounts that the account has blocked as an admin, without their names. */
  blockedAccounts: z.array(z.object({ ...place, createdAt: timestamp })),
  /** Changes of an item's status that the account has made. */
  statusChanges: z.array(
    z.object({
      id: z.number(),
      ...place,
      feedbackId: z.number(),
      fromStatus: FeedbackStatus,
      toStatus: FeedbackStatus,
      note: z.nullable(z.string()),
      noteFormat: TextFormat,
      createdAt: timestamp,
    }),
  ),
  /**
   * Audit log entries of actions by the account or on the account, without names and texts that
   * other users have entered.
   */
  auditEntries: z.array(
    z.object({
      /** The company of the entry; null if the entry concerns the whole installation. */
      companyId: z.nullable(z.number()),
      companyName: z.nullable(z.string()),
      action: z.string(),
      /**
       * Whether the account performed the action. If false, somebody else performed it on the
       * account.
       */
      isByAccount: z.boolean(),
      /**
       * The IP address from which the account performed the action; null if another user performed
       * the action.
       */
      ip: z.nullable(z.string()),
      createdAt: timestamp,
    }),
  ),
});
export type AccountData = z.output<typeof AccountData>;

const { id, username, role, companyId, createdAt } = exampleUser;

const examplePlace = { companyId: 1, companyName: "Acme" };

export const exampleAccountData: AccountData = {
  account: {
    id,
    username,
    fullName: exampleUser.fullName,
    picture: "data:image/webp;base64,UklGRg==",
    role,
    companyId,
    companyName: "Acme",
    isActive: true,
    temporaryPasswordUntil: null,
    passwordResetUntil: null,
    confirmedAt: "2026-03-02T09:02:00.000Z",
    confirmationCodeUntil: null,
    createdAt,
    lastSeenAt: "2026-03-05T08:25:00.000Z",
    passwordLastUsedAt: "2026-03-05T08:00:00.000Z",
    mailedCodeLastUsedAt: null,
  },
  notificationSettings: {
    email: "immediate",
    timeZone: "Europe/Berlin",
    newFeedback: "daily",
    suppression: null,
  },
  secondFactor: null,
  passkeys: [],
  identities: [],
  sessions: [
    {
      id: 31,
      host: "acme.example.com",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      ip: "192.0.2.10",
      createdAt: "2026-03-05T08:00:00.000Z",
      provedAt: "2026-03-05T08:00:00.000Z",
      lastSeenAt: "2026-03-05T08:25:00.000Z",
      expiresAt: "2026-05-04T08:00:00.000Z",
    },
  ],
  knownDevices: [{ lastSeenAt: "2026-03-05T08:00:00.000Z" }],
  items: [
    {
      id: 42,
      ...examplePlace,
      title: "Dark mode",
      description: "Please add a dark theme.",
      descriptionFormat: "plain",
      category: "feature",
      isImported: false,
      createdAt: "2026-03-03T10:00:00.000Z",
    },
  ],
  comments: [],
  reactions: [
    { ...examplePlace, commentId: 904, emoji: "👍", createdAt: "2026-03-03T10:07:00.000Z" },
  ],
  votes: [
    { ...examplePlace, feedbackId: 43, isRecorded: false, createdAt: "2026-03-03T10:05:00.000Z" },
  ],
  follows: [
    { ...examplePlace, feedbackId: 43, level: "off", createdAt: "2026-03-03T10:06:00.000Z" },
  ],
  pictures: [],
  changelogSubscriptions: [],
  invitations: [],
  reports: [],
  rejections: [],
  organisations: [
    { ...examplePlace, id: "org-7", name: "Initech", updatedAt: "2026-03-05T08:00:00.000Z" },
  ],
  blocks: [],
  blockedAccounts: [],
  statusChanges: [],
  auditEntries: [],
};
