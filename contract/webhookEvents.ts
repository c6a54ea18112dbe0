import * as z from "zod/mini";
import { ChangelogEntry } from "./changelog.ts";
import { Comment } from "./comments.ts";
import { FeedbackDetail, FeedbackStatus } from "./feedback.ts";
import { timestamp } from "./fields.ts";
import { TextFormat } from "./textFormat.ts";

/** The page of what the event is about. */
const url = z.string();

/** An item as visitors of its board see it. */
export const EventFeedback = z.extend(FeedbackDetail, { url });
export type EventFeedback = z.output<typeof EventFeedback>;

const feedback = EventFeedback;
const EventComment = z.extend(Comment, { url });

/** What is left of a deleted item. */
const DeletedFeedback = z.object({
  id: z.number(),
  title: z.string(),
  boardId: z.number(),
  votes: z.number(),
  commentsCount: z.number(),
});

/** A post that waits for the approval of the company's admins. Visitors do not see it yet. */
const PendingPost = z.object({
  kind: z.enum(["feedback", "comment"]),
  /** The item, or the item of the comment. */
  feedbackId: z.number(),
  /** Null for an item. */
  commentId: z.nullable(z.number()),
  boardId: z.number(),
  /** The title of the item. */
  title: z.string(),
  /** The text of the post. */
  content: z.string(),
  contentFormat: TextFormat,
  createdAt: timestamp,
  /** The page on which admins decide. */
  url,
});

/** The data of each event (docs/decisions/0088-webhooks.md). */
const EVENT_DATA = {
  "feedback.created": z.object({ feedback }),
  /** Fields that only admins see cause no event. */
  "feedback.updated": z.object({
    feedback,
    /** The fields that were changed, such as `title` or `boardId`. */
    changedFields: z.array(z.string()),
  }),
  "feedback.status_changed": z.object({
    feedback,
    previousStatus: FeedbackStatus,
    /** The new status. The item possibly has another one by now. */
    status: FeedbackStatus,
    /** The public note of the change. */
    note: z.nullable(z.string()),
    noteFormat: TextFormat,
  }),
  /** `target` is null if visitors cannot see it. */
  "feedback.merged": z.object({ feedback, target: z.nullable(EventFeedback) }),
  "feedback.unmerged": z.object({ feedback, target: z.nullable(EventFeedback) }),
  "feedback.closed": z.object({ feedback }),
  "feedback.reopened": z.object({ feedback }),
  "feedback.deleted": z.object({ feedback: DeletedFeedback }),
  "vote.created": z.object({ feedback }),
  "comment.created": z.object({ comment: EventComment, feedback }),
  "comment.updated": z.object({ comment: EventComment, feedback }),
  "comment.deleted": z.object({
    comment: z.object({ id: z.number(), feedbackId: z.number() }),
    feedback,
  }),
  "changelog.published": z.object({ entry: z.extend(ChangelogEntry, { url }) }),
  "moderation.pending": z.object({ post: PendingPost }),
} as const;

export type WebhookEventType = keyof typeof EVENT_DATA;

export const WEBHOOK_EVENTS = Object.keys(EVENT_DATA) as [WebhookEventType, ...WebhookEventType[]];

/** What each event means, for the screen and the OpenAPI document. */
export const EVENT_LABELS: Readonly<Record<WebhookEventType, string>> = {
  "feedback.created": "New feedback",
  "feedback.updated": "Feedback changed",
  "feedback.status_changed": "Status changed",
  "feedback.merged": "Feedback merged",
  "feedback.unmerged": "Merge undone",
  "feedback.closed": "Feedback closed",
  "feedback.reopened": "Feedback reopened",
  "feedback.deleted": "Feedback deleted",
  "vote.created": "New vote",
  "comment.created": "New comment",
  "comment.updated": "Comment changed",
  "comment.deleted": "Comment deleted",
  "changelog.published": "Changelog published",
  "moderation.pending": "Post waits for approval",
};

export type EventData<Type extends WebhookEventType> = z.output<(typeof EVENT_DATA)[Type]>;

/** The body of a webhook. `timestamp` is the time of the event. */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [Each in Type]: { type: Each; timestamp: string; data: EventData<Each> };
}[Type];

/** Returns the schema of the body of an event. */
export const eventSchema = (type: WebhookEventType) =>
  z.object({ type: z.literal(type), timestamp, data: EVENT_DATA[type] });
