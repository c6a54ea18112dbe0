import { randomUUID } from "node:crypto";
import type { ChangelogEntry } from "#contract/changelog.ts";
import type { Comment } from "#contract/comments.ts";
import { FEEDBACK_FIELD_NAMES } from "#contract/feedbackFields.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import type { EventFeedback, WebhookEvent, WebhookEventType } from "#contract/webhookEvents.ts";
import { eventSchema } from "#contract/webhookEvents.ts";
import type { ActivityData, StoredActivity } from "#server/platform/activity/activity.ts";
import { isFieldForAdmins } from "#server/platform/activity/isForAdmins.ts";
import { bodyOf } from "./chat/bodyOf.ts";
import type { EventEndpoint, WaitingPost } from "./events.queries.ts";

type Item = FeedbackDetail & { isPrivate: boolean };

/** What the events of a slice of activities contain, as visitors see it. */
export interface EventFacts {
  readonly items: ReadonlyMap<number, Item>;
  readonly comments: ReadonlyMap<number, Comment>;
  /** By the id of the activity. */
  readonly entries: ReadonlyMap<number, ChangelogEntry>;
  /** By the id of the activity. */
  readonly posts: ReadonlyMap<number, WaitingPost>;
}

/** A delivery as it is inserted. */
interface NewDelivery {
  readonly endpointId: number;
  readonly eventId: string;
  readonly type: WebhookEventType;
  readonly body: string;
}

/** Where an event happens. An event of the changelog has no board. */
interface Place {
  readonly boardId: number | null;
  readonly isPrivate: boolean;
}

type OfEvent = StoredActivity & { type: WebhookEventType };

/**
 * Returns what each endpoint gets of an activity. What was deleted meanwhile is sent to nobody.
 * Endpoints get events about private boards only if they include them.
 */
export function createDeliveries(
  activity: OfEvent,
  facts: EventFacts,
  endpoints: readonly EventEndpoint[],
): NewDelivery[] {
  const { type } = activity;
  const eventId = `msg_${randomUUID().replaceAll("-", "")}`;
  const place = placeOf(activity, facts);
  if (!place) return [];
  return endpoints
    .filter((endpoint) => endpoint.events.includes(type) && isFor(place, endpoint))
    .flatMap((endpoint) => {
      const event = eventFor(activity, facts, endpoint);
      if (!event) return [];
      // The schema removes what is not part of the event.
      const sent = eventSchema(type).parse(event) as WebhookEvent;
      return [{ endpointId: endpoint.id, eventId, type, body: bodyOf(endpoint.kind, sent) }];
    });
}

function isFor({ boardId, isPrivate }: Place, endpoint: EventEndpoint): boolean {
  if (isPrivate && !endpoint.includesPrivate) return false;
  return boardId === null || endpoint.boardIds === null || endpoint.boardIds.includes(boardId);
}

function placeOf(activity: OfEvent, { items, entries, posts }: EventFacts): Place | undefined {
  const { type, id, feedbackId, data } = activity;
  if (type === "changelog.published")
    return entries.has(id) ? { boardId: null, isPrivate: false } : undefined;
  if (type === "moderation.pending") return posts.get(id);
  if (type === "feedback.deleted") return data as Place;
  return feedbackId === null ? undefined : items.get(feedbackId);
}

/** Returns an event as an endpoint gets it; undefined if what it is about no longer exists. */
function eventFor(
  activity: OfEvent,
  { items, comments, entries, posts }: EventFacts,
  endpoint: EventEndpoint,
): WebhookEvent | undefined {
  const { type, id, feedbackId, createdAt: timestamp } = activity;
  const origin = activity.origin === "" ? endpoint.origin : activity.origin;
  const show = (item: Item): EventFeedback => ({ ...item, url: `${origin}${pathOf(item.id)}` });
  const item = feedbackId === null ? undefined : items.get(feedbackId);
  const feedback = item && show(item);
  switch (type) {
    case "changelog.published": {
      const entry = entries.get(id);
      const url = `${origin}/changelog/${entry?.slug ?? ""}`;
      return entry && { type, timestamp, data: { entry: { ...entry, url } } };
    }
    case "moderation.pending": {
      const post = posts.get(id);
      const url = `${origin}/company/moderation`;
      return post && { type, timestamp, data: { post: { ...post, url } } };
    }
    case "feedback.deleted": {
      const data = activity.data as ActivityData["item_deleted"] & Deleted;
      return { type, timestamp, data: { feedback: { ...data, id: data.feedbackId } } };
    }
    case "comment.created":
    case "comment.updated": {
      const { commentId } = activity.data as ActivityData["comment_added"];
      const comment = comments.get(commentId);
      if (!comment || !feedback) return undefined;
      const url = `${feedback.url}#comment-${String(commentId)}`;
      return { type, timestamp, data: { comment: { ...comment, url }, feedback } };
    }
    case "comment.deleted": {
      const { commentId } = activity.data as ActivityData["comment_deleted"];
      return (
        feedback && {
          type,
          timestamp,
          data: { comment: { id: commentId, feedbackId: feedback.id }, feedback },
        }
      );
    }
    case "feedback.merged":
    case "feedback.unmerged": {
      const target = items.get((activity.data as ActivityData["item_merged"]).targetId);
      const isShown = target && (endpoint.includesPrivate || !target.isPrivate);
      return (
        feedback && { type, timestamp, data: { feedback, target: isShown ? show(target) : null } }
      );
    }
    case "feedback.status_changed": {
      const { fromStatus, toStatus, note, noteMarkdown } =
        activity.data as ActivityData["status_changed"];
      return (
        feedback && {
          type,
          timestamp,
          data: {
            feedback,
            previousStatus: fromStatus,
            status: toStatus,
            note: noteMarkdown ?? note,
            noteFormat: noteMarkdown === null ? "plain" : "markdown",
          },
        }
      );
    }
    case "feedback.updated": {
      const { changes } = activity.data as ActivityData["item_changed"];
      return feedback && { type, timestamp, data: { feedback, changedFields: fieldsOf(changes) } };
    }
    default:
      return feedback && { type, timestamp, data: { feedback } };
  }
}

/** What is stored of a deleted item, in addition to the data of the activity. */
interface Deleted extends Place {
  readonly feedbackId: number;
  readonly boardId: number;
}

const pathOf = (feedbackId: number) => `/feedback/${String(feedbackId)}`;

/** Returns the names of the changed fields that visitors see. Some changes are stored by name. */
function fieldsOf(changes: Readonly<Record<string, unknown>>): string[] {
  return FEEDBACK_FIELD_NAMES.filter(
    (name) => (name in changes || name.replace(/Id$/, "") in changes) && !isFieldForAdmins(name),
  );
}
