import { randomUUID } from "node:crypto";
import type { ChangelogEntry } from "#contract/changelog.ts";
import type { Comment } from "#contract/comments.ts";
import { FEEDBACK_FIELD_NAMES } from "#contract/feedbackFields.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import type {
  EventData,
  EventFeedback,
  WebhookEvent,
  WebhookEventType,
} from "#contract/webhookEvents.ts";
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
  /** Whether only who may see private boards and waiting posts may see it in the log. */
  readonly isPrivate: boolean;
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
  const isPrivate =
    place.isPrivate ||
    type === "moderation.pending" ||
    targetOf(activity, facts)?.isPrivate === true;
  return endpoints
    .filter((endpoint) => endpoint.events.includes(type) && isFor(place, endpoint))
    .flatMap((endpoint) => {
      const event = eventFor(activity, facts, endpoint);
      if (!event) return [];
      const body = bodyOf(endpoint.kind, event);
      return [{ endpointId: endpoint.id, eventId, type, body, isPrivate }];
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

/** What the data of an event are made of. */
interface Source {
  readonly activity: OfEvent;
  readonly facts: EventFacts;
  /** The item; undefined if the event has none, or if it was deleted. */
  readonly feedback: EventFeedback | undefined;
  /** Returns an item with its address. */
  readonly show: (item: Item) => EventFeedback;
  /** Whether the endpoint gets what happens at a place. */
  readonly gets: (place: Place) => boolean;
  /** Start of links to the portal. */
  readonly origin: string;
}

const onlyItem = ({ feedback }: Source) => feedback && { feedback };

function commentAndItem({ activity, facts: { comments }, feedback }: Source) {
  const { commentId } = activity.data as ActivityData["comment_added"];
  const comment = comments.get(commentId);
  if (!comment || !feedback) return undefined;
  return { comment: { ...comment, url: `${feedback.url}#comment-${String(commentId)}` }, feedback };
}

function itemAndTarget({ activity, facts, feedback, show, gets }: Source) {
  const target = targetOf(activity, facts);
  return feedback && { feedback, target: target && gets(target) ? show(target) : null };
}

/** Returns the target of a merge. */
const targetOf = ({ data }: OfEvent, { items }: EventFacts) =>
  items.get((data as Partial<ActivityData["item_merged"]>).targetId ?? 0);

/** Return the data of an event; undefined if what it is about no longer exists. */
const DATA_OF: { [Type in WebhookEventType]: (source: Source) => EventData<Type> | undefined } = {
  "feedback.created": onlyItem,
  "feedback.updated": ({ activity, feedback }) => {
    const { changes } = activity.data as ActivityData["item_changed"];
    return feedback && { feedback, changedFields: fieldsOf(changes) };
  },
  "feedback.status_changed": ({ activity, feedback }) => {
    const { fromStatus, toStatus, note, noteMarkdown } =
      activity.data as ActivityData["status_changed"];
    return (
      feedback && {
        feedback,
        previousStatus: fromStatus,
        status: toStatus,
        note: noteMarkdown ?? note,
        noteFormat: noteMarkdown === null ? "plain" : "markdown",
      }
    );
  },
  "feedback.merged": itemAndTarget,
  "feedback.unmerged": itemAndTarget,
  "feedback.closed": onlyItem,
  "feedback.reopened": onlyItem,
  "feedback.deleted": ({ activity }) => {
    const data = activity.data as ActivityData["item_deleted"] & Deleted;
    return { feedback: { ...data, id: data.feedbackId } };
  },
  "vote.created": onlyItem,
  "comment.created": commentAndItem,
  "comment.updated": commentAndItem,
  "comment.deleted": ({ activity, feedback }) => {
    const { commentId: id } = activity.data as ActivityData["comment_deleted"];
    return feedback && { comment: { id, feedbackId: feedback.id }, feedback };
  },
  "changelog.published": ({ activity, facts, origin }) => {
    const entry = facts.entries.get(activity.id);
    return entry && { entry: { ...entry, url: `${origin}/changelog/${entry.slug}` } };
  },
  "moderation.pending": ({ activity, facts, origin }) => {
    const post = facts.posts.get(activity.id);
    return post && { post: { ...post, url: `${origin}/company/moderation` } };
  },
};

/** Returns an event as an endpoint gets it; undefined if what it is about no longer exists. */
function eventFor(
  activity: OfEvent,
  facts: EventFacts,
  endpoint: EventEndpoint,
): WebhookEvent | undefined {
  const { type, feedbackId, createdAt: timestamp } = activity;
  const origin = activity.origin === "" ? endpoint.origin : activity.origin;
  const show = (item: Item): EventFeedback => ({ ...item, url: `${origin}${pathOf(item.id)}` });
  const item = feedbackId === null ? undefined : facts.items.get(feedbackId);
  const gets = (place: Place) => isFor(place, endpoint);
  const feedback = item && show(item);
  const data = DATA_OF[type]({ activity, facts, feedback, show, gets, origin });
  // The schema removes what is not part of the event.
  return data && (eventSchema(type).parse({ type, timestamp, data }) as WebhookEvent);
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
