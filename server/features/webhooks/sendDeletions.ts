import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import { createDeliveries } from "./createDeliveries.ts";
import { insertDeliveries, listEventEndpoints } from "./events.queries.ts";

const NO_FACTS = { items: new Map(), comments: new Map(), entries: new Map(), posts: new Map() };

/**
 * Records what endpoints get of deleted items, in the transaction of the deletion, because an
 * activity cannot refer to a deleted item. Rejected posts, which visitors never saw, are left out.
 */
export const sendDeletions: ActivityConsumer<"item_deleted"> = {
  name: "webhooksOfDeletions",
  kinds: ["item_deleted"],
  record: async (db, recorded, { webhookEvents, origin }) => {
    if (!webhookEvents.includes("feedback.deleted")) return;
    const { companyId } = db;
    const endpoints = await db.all(listEventEndpoints, { companyId });
    const createdAt = new Date().toISOString();
    const deliveries = recorded.flatMap(({ activity: { kind, feedbackId, data, ...place } }) => {
      if ("reason" in data) return [];
      const activity = {
        type: "feedback.deleted",
        companyId,
        id: 0,
        kind,
        feedbackId: null,
        actorId: null,
        data: { ...data, ...place, feedbackId },
        origin,
        createdAt,
      } as const;
      return createDeliveries(activity, NO_FACTS, endpoints);
    });
    if (deliveries.length > 0)
      await db.all(insertDeliveries, { companyId, deliveries: JSON.stringify(deliveries) });
  },
};
