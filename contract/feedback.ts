import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  idBody,
  idParam,
  line,
  pageCursor,
  pageLimit,
  pictureUrl,
  text,
  timestamp,
  undoToken,
} from "./fields.ts";
import {
  CLOSE_REASONS,
  FEEDBACK_CATEGORIES,
  FEEDBACK_STATES,
  FEEDBACK_STATUSES,
} from "./feedbackLabels.ts";
import type { BulkField } from "./feedbackFields.ts";
import { FeedbackListQuery, FeedbackQuery } from "./feedbackQuery.ts";
import { FollowLevel } from "./followLevels.ts";
import { TextFormat } from "./textFormat.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { BLOCKED_ACCOUNT } from "./errors.ts";

const BASE64 = z.regex(/^[\w+/=-]*$/, "altcha is not base64");

export const FeedbackCategory = z.enum(FEEDBACK_CATEGORIES, "Unknown category");
export type FeedbackCategory = z.output<typeof FeedbackCategory>;

export const FeedbackStatus = z.enum(FEEDBACK_STATUSES, "Unknown status");
export type FeedbackStatus = z.output<typeof FeedbackStatus>;

export const FeedbackState = z.enum(FEEDBACK_STATES);
export type FeedbackState = z.output<typeof FeedbackState>;

export const CloseReason = z.enum(CLOSE_REASONS, "Unknown reason");

const title = line("Title", 1, 200);
/** Markdown. */
const description = text("Description", 1, 10_000);

/**
 * A feedback item of a list, for one viewer (docs/specification.md "3. Entities and their fields").
 */
export const FeedbackItem = z.object({
  id: z.number(),
  title: z.string(),
  /** In lists the text without Markdown, in a single item the source (`descriptionFormat`). */
  description: z.string(),
  category: FeedbackCategory,
  status: FeedbackStatus,
  boardId: z.number(),
  boardCategoryId: z.nullable(z.number()),
  companyId: z.number(),
  /**
   * The author's id; null if an anonymous visitor submitted the item, or if the author was deleted.
   */
  userId: z.nullable(z.number()),
  isAuthorDeleted: z.boolean(),
  votes: z.number(),
  commentsCount: z.number(),
  hasVoted: z.boolean(),
  /**
   * The level at which the viewer follows the item. Without a stored level, authors follow at
   * `all`, and voters whose vote makes them followers at `status`. Null for all other viewers
   * without a level, and for anonymous visitors.
   */
  follow: z.nullable(FollowLevel),
  state: FeedbackState,
  /**
   * The admin who is responsible for the item; null without such an admin, and for viewers who are
   * not admins.
   */
  assigneeId: z.nullable(z.number()),
  /**
   * The public note of the newest change to the status `complete`. Only lists with
   * `status=complete` contain this field.
   */
  completionNote: z.optional(z.nullable(z.string())),
  completionNoteFormat: z.optional(TextFormat),
  createdAt: timestamp,
});
export type FeedbackItem = z.output<typeof FeedbackItem>;

const Person = z.object({ id: z.number(), fullName: z.nullable(z.string()), pictureUrl });

/** One feedback item, with the fields that only the page of the item shows. */
export const FeedbackDetail = z.extend(FeedbackItem, {
  descriptionFormat: TextFormat,
  /** The beginning of the description without its Markdown; null for a plain description. */
  excerpt: z.nullable(z.string()),
  /**
   * The author; `DELETED_USER` if the author's account was deleted. Null if an anonymous visitor
   * submitted the item. Only the company's admins and the author get the e-mail address (`username`),
   * unless an import created the account.
   */
  author: z.nullable(
    z.object({
      fullName: z.nullable(z.string()),
      username: z.optional(z.string()),
      pictureUrl,
    }),
  ),
  /**
   * Whether an import has written the item under the name of its author, who has an account. The
   * author can disown it.
   */
  isImported: z.boolean(),
  /** The assignee; null for an item without an assignee, and for viewers who are not admins. */
  assignee: z.nullable(Person),
  /** When the item was closed; null for an item that is not closed. */
  closedAt: z.nullable(timestamp),
  closeReason: z.nullable(CloseReason),
  /** The admin's public explanation of why the item was closed. */
  closeNote: z.nullable(z.string()),
  closeNoteFormat: TextFormat,
  /**
   * The number of votes without voters that imports have added; null for viewers who are not
   * admins, and if the item has no such votes.
   */
  unnamedVotes: z.nullable(z.number()),
  /**
   * The item into which this item was merged; null for an item that is not merged, or if the viewer
   * cannot see the target.
   */
  mergedIntoId: z.nullable(z.number()),
  /** The published entry of the changelog that links the item; missing or null without one. */
  changelogEntry: z.optional(z.nullable(z.object({ title: z.string(), slug: z.string() }))),
});
export type FeedbackDetail = z.output<typeof FeedbackDetail>;

/** An item after a change that can be undone. */
export const ChangedItem = z.extend(FeedbackDetail, { undoToken });
export type ChangedItem = z.output<typeof ChangedItem>;

/**
 * The body of POST /api/feedback. Only admins can set `status`; `companyId` must match the tenant.
 */
export const NewFeedback = z.object({
  title,
  description,
  boardId: idBody,
  category: z._default(FeedbackCategory, "feature"),
  boardCategoryId: z.optional(z.nullable(idBody)),
  status: z.optional(FeedbackStatus),
  companyId: z.optional(idBody),
  /** A solved challenge, for visitors without an account (`SolvedChallenge`). */
  altcha: z.optional(z.string().check(z.maxLength(4000, "altcha is too long"), BASE64)),
  /** A honeypot: people do not see the field, so a text in it comes from a program. */
  website: z.optional(text("website", 0, 2000)),
});

/**
 * The fields that admins can change, for one item or for several items at once. `note` is public.
 * With `notify: false`, nobody is notified of the change of status. `assigneeId` is an active admin
 * of the company.
 */
export const adminChanges = {
  category: FeedbackCategory,
  boardId: idBody,
  boardCategoryId: z.nullable(idBody),
  assigneeId: z.nullable(idBody),
  status: FeedbackStatus,
  note: text("Note", 0, 1000),
  notify: z.boolean("notify must be true or false"),
} satisfies Record<BulkField | "note" | "notify", z.ZodMiniType>;

/**
 * Checks that a change contains at least one field, and that `note` and `notify` are sent only
 * together with `status`.
 */
export const changeChecks = [
  z.refine<object>(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    "Nothing to change",
  ),
  z.refine<{ note?: string; status?: string }>(
    (changes) => !changes.note || changes.status !== undefined,
    { path: ["note"], message: "A note goes with a change of status" },
  ),
  z.refine<{ notify?: boolean; status?: string }>(
    (changes) => changes.notify === undefined || changes.status !== undefined,
    { path: ["notify"], message: "notify goes with a change of status" },
  ),
] as const;

/** The body of PATCH /api/feedback/{id}. `note` and `notify` require `status`. */
export const FeedbackChanges = z
  .partial(z.object({ title, description, ...adminChanges }))
  .check(...changeChecks);

/** One status change in an item's timeline. */
export const StatusChange = z.object({
  id: z.number(),
  fromStatus: FeedbackStatus,
  toStatus: FeedbackStatus,
  note: z.nullable(z.string()),
  noteFormat: TextFormat,
  /**
   * Who changed the status, without the e-mail address; `DELETED_USER` if the account was deleted.
   */
  user: z.nullable(z.object({ fullName: z.nullable(z.string()) })),
  /** Whether this user is an admin of the company. */
  isByTeam: z.boolean(),
  createdAt: timestamp,
});
export type StatusChange = z.output<typeof StatusChange>;

/** Maximum total of an item's history. More status changes are listed but not counted. */
export const HISTORY_COUNT_LIMIT = 1000;

/** An item's number of votes, and whether the viewer has voted. */
export const VoteState = z.object({ votes: z.number(), hasVoted: z.boolean() });

/** Messages of the 409 for a change that needs an open item, by the item's state. */
export const NOT_OPEN = {
  closed: "This item is closed",
  merged: "This item was merged into another one",
  pending: "This item is waiting for approval",
} as const satisfies Record<Exclude<FeedbackState, "open">, string>;

/** The message of the 409 for an author's change of an item that an admin has approved. */
export const NEEDS_APPROVAL =
  "An approved item cannot be changed, because all posts need approval in this portal";

const feedbackId = z.object({ id: idParam });
const notFound = "Feedback item not found";

export const feedbackApi = {
  list: endpoint({
    operationId: "listFeedback",
    method: "GET",
    path: "/api/feedback",
    scope: "feedback:read",
    summary:
      "The items the viewer may see, one page at a time. With `updatedSince`, those that have changed since a time, oldest change first; `X-Updated-Until` of the last page is the next `updatedSince`.",
    query: FeedbackListQuery,
    response: z.array(FeedbackItem),
    status: 200,
    paged: true,
  }),
  listOnBoard: endpoint({
    operationId: "listBoardFeedback",
    method: "GET",
    path: "/api/boards/:boardId/feedback",
    scope: "feedback:read",
    summary: "One board's items, one page at a time.",
    params: z.object({ boardId: idParam }),
    query: FeedbackQuery,
    response: z.array(FeedbackItem),
    status: 200,
    paged: true,
    notFound: "Board not found",
  }),
  create: endpoint({
    operationId: "submitFeedback",
    method: "POST",
    path: "/api/feedback",
    scope: "feedback:write",
    actsForCustomers: true,
    summary:
      "Submits an item to a board. Its `state` is `pending` if the company's admins must approve it first. Without an account, send `altcha`, a solved challenge, and leave `website` empty; otherwise an item that waits is listed as possible spam.",
    body: NewFeedback,
    response: FeedbackDetail,
    status: 201,
    notFound: "Board not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT] },
  }),
  get: endpoint({
    operationId: "readFeedback",
    method: "GET",
    path: "/api/feedback/:id",
    scope: "feedback:read",
    summary: "One item. `hasVoted` says whether the viewer has voted for it.",
    params: feedbackId,
    response: FeedbackDetail,
    status: 200,
    notFound,
  }),
  update: endpoint({
    operationId: "changeFeedback",
    method: "PATCH",
    path: "/api/feedback/:id",
    scope: "feedback:write",
    summary:
      "Changes an item. Admins can change every field. The author can change title and description while the status is `new`, unless the item was approved and all posts need approval.",
    params: feedbackId,
    body: FeedbackChanges,
    response: ChangedItem,
    status: 200,
    notFound,
    errors: { 409: [NOT_OPEN.merged, NOT_OPEN.pending, NEEDS_APPROVAL] },
  }),
  remove: endpoint({
    operationId: "removeFeedback",
    method: "DELETE",
    path: "/api/feedback/:id",
    scope: "feedback:write",
    summary: "Deletes an item with its votes and comments.",
    params: feedbackId,
    response: z.undefined(),
    status: 204,
    notFound,
  }),
  vote: endpoint({
    operationId: "castVote",
    method: "POST",
    path: "/api/feedback/:id/vote",
    scope: "feedback:write",
    actsForCustomers: true,
    summary: "Votes for an item. A second vote by the same user is not counted.",
    params: feedbackId,
    response: VoteState,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT], 409: Object.values(NOT_OPEN) },
  }),
  history: endpoint({
    operationId: "listStatusChanges",
    method: "GET",
    path: "/api/feedback/:id/history",
    scope: "feedback:read",
    summary:
      "The item's status changes. The first page holds the newest changes; each page is sorted oldest first.",
    params: feedbackId,
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(StatusChange),
    status: 200,
    paged: true,
    notFound,
  }),
} as const;
