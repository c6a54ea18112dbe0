import type { WebhookEventType } from "#contract/webhookEvents.ts";
import { listItemsForVisitors } from "#server/features/feedback/shownItem.queries.ts";
import type {
  ActivityConsumer,
  ActivityKind,
  PendingActivity,
} from "#server/platform/activity/activity.ts";
import { WEBHOOKS_CONSUMER } from "#server/platform/activity/activity.ts";
import { VISITOR } from "#server/platform/access/visibility.ts";
import { isForAdmins } from "#server/platform/activity/isForAdmins.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { portalUrlOf } from "#server/platform/http/portalUrlOf.ts";
import type { EventFacts } from "./createDeliveries.ts";
import { createDeliveries } from "./createDeliveries.ts";
import {
  insertDeliveries,
  listEventComments,
  listEventEndpoints,
  listEventEntries,
  listWaitingPosts,
} from "./events.queries.ts";

/** The event of each kind of activity. */
const EVENT_OF = {
  item_submitted: "feedback.created",
  item_changed: "feedback.updated",
  status_changed: "feedback.status_changed",
  item_merged: "feedback.merged",
  item_unmerged: "feedback.unmerged",
  item_closed: "feedback.closed",
  item_reopened: "feedback.reopened",
  vote_cast: "vote.created",
  vote_recorded: "vote.created",
  comment_added: "comment.created",
  comment_edited: "comment.updated",
  comment_deleted: "comment.deleted",
  post_waiting: "moderation.pending",
} as const satisfies Partial<Record<ActivityKind, WebhookEventType>>;

const isSent = (kind: string): kind is keyof typeof EVENT_OF => kind in EVENT_OF;

/** The number of bodies that one slice creates. Each can have the size of a long description. */
const BODIES_AT_ONCE = 200;

/**
 * Records what endpoints of a company get (docs/decisions/0088-webhooks.md). Activities are stored
 * for it only in companies with an endpoint that gets their event, so that others pay nothing.
 */
export const sendToWebhooks: ActivityConsumer = {
  name: WEBHOOKS_CONSUMER,
  kinds: Object.keys(EVENT_OF) as ActivityKind[],
  isWanted: (kind, { webhookEvents }) => isSent(kind) && webhookEvents.includes(EVENT_OF[kind]),
  skips: isForAdmins,
  // Deliveries are sent even more slowly (`CLAIM_GAP_MS`), so nothing arrives later.
  maxShare: 0.05,
  runSlice: async (db, { companyId, activities: leased, config: { baseDomain } }) => {
    const endpoints = await db.all(listEventEndpoints, { companyId });
    const subdomain = endpoints[0]?.subdomain ?? null;
    const portalUrl = (origin: string) => portalUrlOf(origin, subdomain, baseDomain);
    for (const endpoint of endpoints) endpoint.origin = portalUrl(endpoint.origin);
    const count = Math.max(1, Math.floor(BODIES_AT_ONCE / Math.max(1, endpoints.length)));
    const activities = leased.slice(0, count);
    const facts = await readFacts(db, companyId, activities);
    const deliveries = activities.flatMap((activity) => {
      const type =
        activity.kind === "entry_published" ? "changelog.published" : eventOf(activity.kind);
      const origin = activity.origin === "" ? "" : portalUrl(activity.origin);
      return type ? createDeliveries({ ...activity, type, origin }, facts, endpoints) : [];
    });
    if (deliveries.length > 0)
      await db.all(insertDeliveries, { companyId, deliveries: JSON.stringify(deliveries) });
    return { finished: activities.length };
  },
};

const eventOf = (kind: string) => (isSent(kind) ? EVENT_OF[kind] : undefined);

const ofKind = (activities: readonly PendingActivity[], ...kinds: string[]) =>
  activities.filter(({ kind }) => kinds.includes(kind));

const visitorOf = (companyId: number) => ({ companyId, viewerId: null, ...VISITOR });

/** Reads what the events of the activities contain. */
async function readFacts(
  db: SystemDb,
  companyId: number,
  activities: readonly PendingActivity[],
): Promise<EventFacts> {
  const idsIn = (name: string) =>
    activities.flatMap(({ data }) => {
      const id = (data as Record<string, unknown> | null)?.[name];
      return typeof id === "number" ? [id] : [];
    });
  const feedbackIds = [
    ...new Set([...activities.flatMap(({ feedbackId }) => feedbackId ?? []), ...idsIn("targetId")]),
  ];
  const commentIds = idsIn("commentId");
  const entryIds = ofKind(activities, "entry_published").map(({ id }) => id);
  const waitingIds = ofKind(activities, "post_waiting").map(({ id }) => id);
  const items =
    feedbackIds.length > 0 ? await db.all(listItemsForVisitors, { companyId, feedbackIds }) : [];
  const comments =
    commentIds.length > 0 ? await db.all(listEventComments, { companyId, commentIds }) : [];
  const entries =
    entryIds.length > 0
      ? await db.all(listEventEntries, { ...visitorOf(companyId), activityIds: entryIds })
      : [];
  const posts =
    waitingIds.length > 0
      ? await db.all(listWaitingPosts, { companyId, activityIds: waitingIds })
      : [];
  return {
    items: new Map(items.map((item) => [item.id, item])),
    comments: new Map(comments.map((comment) => [comment.id, comment])),
    entries: new Map(entries.map((entry) => [entry.activityId, entry])),
    posts: new Map(posts.map((post) => [post.activityId, post])),
  };
}
