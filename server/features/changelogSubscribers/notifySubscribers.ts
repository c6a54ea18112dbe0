import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import { insertEntryNotifications, SUBSCRIBERS_CONSUMER } from "./notifySubscribers.queries.ts";

/**
 * Tells the subscribers of a published entry, after the followers of its items
 * (docs/decisions/0084-changelog-readers.md).
 */
export const notifySubscribers: ActivityConsumer = {
  name: SUBSCRIBERS_CONSUMER,
  runSlice: async (db, { companyId, activities: [first], config }) => {
    if (!first) return { finished: 0 };
    const slice = await db.first(insertEntryNotifications, {
      companyId,
      activityId: first.id,
      afterId: typeof first.progress === "number" ? first.progress : 0,
      delaySeconds: config.notifyDelaySeconds,
      mustConfirm: config.requireConfirmedEmail,
    });
    if (slice?.mustWait) return { finished: 0 };
    return slice?.next ? { finished: 0, progress: slice.next } : { finished: 1 };
  },
};
