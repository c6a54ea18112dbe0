import * as z from "zod/mini";
import { BrandingSettings } from "./branding.ts";
import { ENTRY_STATES } from "./changelog.ts";
import { CommentVisibility, ReactionEmoji } from "./comments.ts";
import { CloseReason, FeedbackCategory, FeedbackState, FeedbackStatus } from "./feedback.ts";
import { timestamp } from "./fields.ts";
import { FollowLevel } from "./followLevels.ts";
import { TextFormat } from "./textFormat.ts";
import { ViewFilters } from "./savedViews.ts";
import { WebhookKind } from "./webhooks.ts";

/*
 * The machine-readable part of an export (docs/exporting.md). Ids are references between the
 * records of one export. Outside the export, they have no meaning.
 */

export const EXPORT_FORMAT = "hearback-export";

/**
 * The version increases only if programs for the previous version would misinterpret the changed
 * format. A new field does not increase the version, because programs ignore unknown fields.
 */
export const EXPORT_VERSION = 1;

const id = z.int().check(z.positive());

/**
 * The company's settings, without its moderation level, its plan and its customer number at the
 * payment provider.
 */
export const ExportedCompany = z.object({
  name: z.string(),
  description: z.nullable(z.string()),
  website: z.nullable(z.string()),
  subdomain: z.nullable(z.string()),
  customDomain: z.nullable(z.string()),
  allowCustomerSignUp: z.boolean(),
  /** Colours that the company has set. All other colours have their default values. */
  brandingSettings: z.partial(BrandingSettings),
  /** The name of the logo's file in the ZIP; null if the company has no logo. */
  logo: z.nullable(
    z.object({
      file: z.string(),
      contentType: z.enum(["image/png", "image/jpeg", "image/svg+xml"]),
    }),
  ),
  /** The file of the logo for dark pages in the ZIP, a PNG; missing or null if there is none. */
  darkLogo: z.optional(z.nullable(z.object({ file: z.string() }))),
  createdAt: timestamp,
});
export type ExportedCompany = z.output<typeof ExportedCompany>;

export const ExportedBoard = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  /** Boards are sorted by this number, and boards with the same number by id. */
  orderIndex: z.int(),
  isPrivate: z.boolean(),
  createdAt: timestamp,
});
export type ExportedBoard = z.output<typeof ExportedBoard>;

/** A category that the company has defined. Visitors see it under the label "Topic". */
export const ExportedBoardCategory = z.object({ id, name: z.string(), createdAt: timestamp });
export type ExportedBoardCategory = z.output<typeof ExportedBoardCategory>;

/**
 * `company_admin` and `user` are accounts of the company. A `guest` is any other exported account,
 * for example an account of another company that has voted for an item.
 */
export const EXPORTED_ROLES = ["company_admin", "user", "guest"] as const;

/** An account of the company, or an account to which another record refers. */
export const ExportedPerson = z.object({
  id,
  fullName: z.nullable(z.string()),
  /** The e-mail address. */
  username: z.string(),
  role: z.enum(EXPORTED_ROLES),
  /**
   * The organisation for which the person works, with its id in the company's application. Missing or
   * null if there is none.
   */
  organisation: z.optional(
    z.nullable(
      z.object({
        id: z.string(),
        name: z.nullable(z.string()),
        plan: z.nullable(z.string()),
        monthlySpend: z.nullable(z.number()),
      }),
    ),
  ),
  createdAt: timestamp,
});
export type ExportedPerson = z.output<typeof ExportedPerson>;

/** An item in any state. */
export const ExportedItem = z.object({
  id,
  boardId: id,
  boardCategoryId: z.nullable(id),
  /**
   * The author's id; null if an anonymous visitor submitted the item, or if the author was deleted.
   */
  authorId: z.nullable(id),
  isAuthorDeleted: z.boolean(),
  title: z.string(),
  description: z.string(),
  /** Missing in exports from before Markdown, whose texts are plain. So are the other formats. */
  descriptionFormat: z.optional(TextFormat),
  category: FeedbackCategory,
  status: FeedbackStatus,
  /**
   * The first of `pending`, `merged` and `closed` that applies to the item, otherwise `open`. A
   * merged item can also be closed.
   */
  state: FeedbackState,
  closed: z.nullable(
    z.object({
      reason: CloseReason,
      note: z.nullable(z.string()),
      noteFormat: z.optional(TextFormat),
      closedAt: timestamp,
    }),
  ),
  /** The item into which this item was merged. `intoId` is never an item that is merged itself. */
  merged: z.nullable(z.object({ intoId: id, mergedAt: timestamp })),
  assigneeId: z.nullable(id),
  /**
   * Whether the team has answered. Public comments, changes of the status and closing are answers.
   */
  isAnswered: z.boolean(),
  /**
   * The item's number of votes when the export read the item. Each vote with a voter is a record in
   * data/votes.jsonl.
   */
  votes: z.int(),
  /**
   * The number of votes without a voter, which an import has added. `votes` includes these votes.
   * Older exports do not have `unnamedVotes`.
   */
  unnamedVotes: z.optional(z.int()),
  createdAt: timestamp,
});
export type ExportedItem = z.output<typeof ExportedItem>;

/** The maximum number of exported reactions to a comment, which bounds the size of its record. */
export const EXPORTED_REACTIONS = 2_000;

export const ExportedComment = z.object({
  id,
  itemId: id,
  /** The author's id; null if the account was deleted. */
  authorId: z.nullable(id),
  content: z.string(),
  contentFormat: z.optional(TextFormat),
  visibility: CommentVisibility,
  /**
   * The merged item to which the comment was written; null for a comment on an item that is not
   * merged. If the comment was not moved to the target of the merge, `itemId` equals
   * `mergedFromId`.
   */
  mergedFromId: z.nullable(id),
  createdAt: timestamp,
  /** When the author last changed the content; null if it is unchanged. Missing in older exports. */
  editedAt: z.optional(z.nullable(timestamp)),
  /** The comment that this one answers. It is no answer itself. Missing in older exports. */
  answersId: z.optional(z.nullable(id)),
  /** The oldest `EXPORTED_REACTIONS` reactions, oldest first. Missing in older exports. */
  reactions: z.optional(
    z.array(z.object({ personId: id, emoji: ReactionEmoji, createdAt: timestamp })),
  ),
});
export type ExportedComment = z.output<typeof ExportedComment>;

/** One vote of one person. A person has at most one vote for an item. */
export const ExportedVote = z.object({
  itemId: id,
  personId: id,
  /** Whether an admin recorded the vote for the person. */
  isRecorded: z.boolean(),
  /**
   * The admin who recorded the vote; null if the vote was not recorded by an admin, or if the
   * admin's account was deleted.
   */
  recordedById: z.nullable(id),
  /** Whether the vote makes the person a follower of the item. */
  isFollowing: z.boolean(),
  /** The merged item from which the vote was copied; null for a vote that was not copied. */
  mergedFromId: z.nullable(id),
  createdAt: timestamp,
});
export type ExportedVote = z.output<typeof ExportedVote>;

/** A person's level of following an item. The person, a comment or a merge has set this level. */
export const ExportedFollow = z.object({
  itemId: id,
  personId: id,
  level: FollowLevel,
  /** The merged item from which the level was copied; null for a level that was not copied. */
  mergedFromId: z.nullable(id),
  createdAt: timestamp,
});
export type ExportedFollow = z.output<typeof ExportedFollow>;

/** An entry of an item's timeline. */
export const ExportedStatusChange = z.object({
  id,
  itemId: id,
  /** Who changed the status; null if the account was deleted. */
  personId: z.nullable(id),
  fromStatus: FeedbackStatus,
  toStatus: FeedbackStatus,
  /** The public note about the change; null if there is none. */
  note: z.nullable(z.string()),
  noteFormat: z.optional(TextFormat),
  /** Whether the admin chose that nobody is notified. */
  isSilent: z.boolean(),
  createdAt: timestamp,
});
export type ExportedStatusChange = z.output<typeof ExportedStatusChange>;

/**
 * A saved view of the list. Its filters have the same form as the filters in `GET /api/views`. The
 * ids in the filters refer to records of the same export.
 */
export const ExportedSavedView = z.object({
  id,
  name: z.string(),
  filters: ViewFilters,
  createdAt: timestamp,
});
export type ExportedSavedView = z.output<typeof ExportedSavedView>;

/** An entry of the changelog, with its labels. Labels without entries are not exported. */
export const ExportedChangelogEntry = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  body: z.string(),
  bodyFormat: TextFormat,
  version: z.nullable(z.string()),
  /** The picture at its top; null without one. Missing in older exports. */
  cover: z.optional(z.nullable(z.object({ url: z.string(), alt: z.nullable(z.string()) }))),
  /** An import makes a draft of a scheduled entry, because it notifies nobody. */
  state: z.enum(ENTRY_STATES),
  publishAt: z.nullable(timestamp),
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  /** The linked items, in their order. */
  itemIds: z.array(id),
  createdAt: timestamp,
});
export type ExportedChangelogEntry = z.output<typeof ExportedChangelogEntry>;

/** An endpoint that gets events, without its secret. An import leaves it out. */
export const ExportedWebhook = z.object({
  id,
  kind: WebhookKind,
  name: z.string(),
  /** The address; of a chat, only its beginning. */
  url: z.string(),
  events: z.array(z.string()),
  /** The boards whose events it gets; null for all boards. */
  boardIds: z.nullable(z.array(id)),
  includesPrivate: z.boolean(),
  isOn: z.boolean(),
  createdAt: timestamp,
});
export type ExportedWebhook = z.output<typeof ExportedWebhook>;

/**
 * The files in JSON Lines, with one record a line, in UTF-8. The records of a file are sorted by
 * id, or by item and person. A record refers only to records of earlier files in this list and to
 * earlier records of its own file. The only exception is a merged item, whose target can be in a
 * later line of the file.
 */
export const EXPORT_RECORDS = {
  "data/company.jsonl": ExportedCompany,
  "data/people.jsonl": ExportedPerson,
  "data/boards.jsonl": ExportedBoard,
  "data/board-categories.jsonl": ExportedBoardCategory,
  "data/items.jsonl": ExportedItem,
  "data/comments.jsonl": ExportedComment,
  "data/votes.jsonl": ExportedVote,
  "data/follows.jsonl": ExportedFollow,
  "data/status-changes.jsonl": ExportedStatusChange,
  "data/saved-views.jsonl": ExportedSavedView,
  "data/changelog-entries.jsonl": ExportedChangelogEntry,
  "data/webhooks.jsonl": ExportedWebhook,
} as const;
export type ExportRecordFile = keyof typeof EXPORT_RECORDS;

/**
 * The folder with the pictures of the texts and covers. The address `/pictures/{id}/…` in a text
 * leads to the file `{id}.webp`.
 */
export const PICTURE_FOLDER = "data/pictures/";

export const MANIFEST_FILE = "manifest.json";

/** The first file of the ZIP. It names all other files except those in `PICTURE_FOLDER`. */
export const ExportManifest = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int().check(z.positive()),
  /** When the export was finished. */
  createdAt: timestamp,
  company: z.object({ name: z.string(), subdomain: z.nullable(z.string()) }),
  files: z.array(
    z.object({
      name: z.string(),
      /**
       * The number of records, or of rows below the heading of a CSV file; null for a file without
       * records.
       */
      records: z.nullable(z.int()),
      bytes: z.int(),
      /** CRC-32 of the file's bytes, as eight hexadecimal digits. */
      crc32: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
    }),
  ),
});
export type ExportManifest = z.output<typeof ExportManifest>;
