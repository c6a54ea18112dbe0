import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CloseReason, FeedbackStatus } from "./feedback.ts";
import { idBody, pageCursor, pageLimit, pictureUrl, timestamp } from "./fields.ts";
import { READ_LIMIT } from "./notificationLimits.ts";

/**
 * Why somebody is notified: as somebody whom the comment mentions, as the author of the answered
 * comment, as the author of the item, as a voter, as a follower, or as an admin of the company.
 */
export const NOTIFICATION_REASONS = [
  "mentioned",
  "answered",
  "author",
  "voted",
  "followed",
  "admin",
] as const;

/**
 * One notification of the signed-in user about an item (docs/product-decisions.md "Following and
 * notifications").
 */
export const Notification = z.object({
  id: z.number(),
  kind: z.enum([
    "item_submitted",
    "status_changed",
    "item_closed",
    "item_merged",
    "comment_added",
    "note_added",
    "changelog_published",
  ]),
  feedbackId: z.number(),
  /** The item's current title. */
  title: z.string(),
  reason: z.enum(NOTIFICATION_REASONS),
  /**
   * The name of the user who caused the notification, for example by submitting the item or
   * commenting on it; null for an anonymous visitor, a user without a name or a deleted account.
   */
  actorName: z.nullable(z.string()),
  actorPictureUrl: pictureUrl,
  /** The new status; null unless `kind` is `status_changed`. */
  toStatus: z.nullable(FeedbackStatus),
  /** Why the item was closed; null unless `kind` is `item_closed`. */
  closeReason: z.nullable(CloseReason),
  /**
   * The id of the comment or note, even if it was deleted; null unless `kind` is `comment_added` or
   * `note_added`.
   */
  commentId: z.nullable(z.number()),
  /**
   * The first 300 characters of the note or of the comment; null if there is neither, or if the
   * comment was deleted.
   */
  excerpt: z.nullable(z.string()),
  /** The changelog entry that links the item; null unless `kind` is `changelog_published`. */
  changelogEntry: z.nullable(z.object({ title: z.string(), slug: z.string() })),
  isRead: z.boolean(),
  createdAt: timestamp,
});
export type Notification = z.output<typeof Notification>;

/** The body of POST /api/notifications/read. */
export const ReadNotifications = z.union([
  z.object({ ids: z.array(idBody).check(z.minLength(1), z.maxLength(READ_LIMIT)) }),
  /** Posts of the viewer that were rejected (`RejectedPost`). */
  z.object({ rejectedIds: z.array(idBody).check(z.minLength(1), z.maxLength(READ_LIMIT)) }),
  z.object({ all: z.literal(true) }),
]);

/** The number of notifications and rejected posts that the signed-in user has not read. */
export const UnreadCount = z.object({
  /** The count stops at `UNREAD_COUNT_LIMIT`, even if more notifications are unread. */
  count: z.number(),
});

/**
 * The maximum total of the list of notifications. More notifications are listed but not counted.
 */
export const NOTIFICATION_COUNT_LIMIT = 1000;

export const notificationsApi = {
  list: endpoint({
    operationId: "listNotifications",
    method: "GET",
    path: "/api/notifications",
    summary: "The signed-in user's notifications in this company, newest first.",
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(Notification),
    status: 200,
    paged: true,
  }),
  unread: endpoint({
    operationId: "countUnreadNotifications",
    method: "GET",
    path: "/api/notifications/unread",
    summary: "The number of unread notifications and rejected posts, counted up to 100.",
    response: UnreadCount,
    status: 200,
  }),
  read: endpoint({
    operationId: "markNotificationsRead",
    method: "POST",
    path: "/api/notifications/read",
    summary:
      "Marks notifications or rejected posts as read: those with the given ids, or all of both.",
    body: ReadNotifications,
    response: z.undefined(),
    status: 204,
  }),
} as const;

export const notificationsExamples: ExamplesOf<typeof notificationsApi> = {
  listNotifications: {
    response: [
      {
        id: 5120,
        kind: "status_changed",
        feedbackId: 118,
        title: "Recurring tasks",
        reason: "voted",
        actorName: "Priya Raman",
        actorPictureUrl: null,
        toStatus: "planned",
        closeReason: null,
        commentId: null,
        excerpt: "We start in June.",
        changelogEntry: null,
        isRead: false,
        createdAt: "2026-05-06T09:30:00.000Z",
      },
    ],
  },
  countUnreadNotifications: { response: { count: 3 } },
  markNotificationsRead: { body: { ids: [5120] } },
};
