import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { FeedbackStatus } from "./feedback.ts";
import { idBody, pageCursor, pageLimit, timestamp } from "./fields.ts";

/**
 * Why somebody is notified: as the author of the item, as a voter, as a follower, or as an admin of
 * the company.
 */
export const NOTIFICATION_REASONS = ["author", "voted", "followed", "admin"] as const;

/** What the signed-in user is told about one item (docs/product-decisions.md "Following and notifications"). */
export const Notification = z.object({
  id: z.number(),
  kind: z.enum(["item_submitted", "status_changed", "comment_added"]),
  feedbackId: z.number(),
  /** The item's title as it is now. */
  title: z.string(),
  reason: z.enum(NOTIFICATION_REASONS),
  /** The name of the user who did it; null for an anonymous visitor or a user without a name. */
  actorName: z.nullable(z.string()),
  /** The new status; null for other kinds. */
  toStatus: z.nullable(FeedbackStatus),
  /** The note of a change of status, or the beginning of a comment, 300 characters at most. */
  excerpt: z.nullable(z.string()),
  isRead: z.boolean(),
  createdAt: timestamp,
});
export type Notification = z.output<typeof Notification>;

/** The body of POST /api/notifications/read. */
export const ReadNotifications = z.union([
  z.object({ ids: z.array(idBody).check(z.minLength(1), z.maxLength(100)) }),
  z.object({ all: z.literal(true) }),
]);

/** How many notifications the signed-in user has not read. */
export const UnreadCount = z.object({
  /** 100 stands for 100 or more. */
  count: z.number(),
});

/** The largest number of unread notifications that is counted. */
export const UNREAD_COUNT_LIMIT = 100;

/** The largest total of the list of notifications. Further ones are listed but not counted. */
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
    summary: "The number of unread notifications, counted up to 100.",
    response: UnreadCount,
    status: 200,
  }),
  read: endpoint({
    operationId: "markNotificationsRead",
    method: "POST",
    path: "/api/notifications/read",
    summary: "Marks notifications as read: those with the given ids, or all.",
    body: ReadNotifications,
    response: z.undefined(),
    status: 204,
  }),
} as const;
