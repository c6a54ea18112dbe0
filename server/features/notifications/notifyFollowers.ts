import { changesForUsers } from "#server/platform/changes/change.ts";
import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import { insertNotifications } from "./notifyFollowers.queries.ts";

/**
 * Notifies the followers of an item when somebody comments on it, changes its status, closes it or
 * merges it. Notifies the company's admins of new items and comments
 * (docs/decisions/0035-notifications.md).
 */
export const notifyFollowers: ActivityConsumer<
  "item_submitted" | "comment_added" | "item_merged" | "status_changed" | "item_closed"
> = {
  name: "notifyFollowers",
  kinds: ["item_submitted", "comment_added", "item_merged", "status_changed", "item_closed"],
  skips: ({ data }) => "isSilent" in data && data.isSilent,
  runSlice: async (db, { companyId, activities, config }) => {
    const given = activities.map(({ id, progress }) => ({ id, after_id: progress ?? 0 }));
    const slice = await db.first(insertNotifications, {
      companyId,
      given: JSON.stringify(given),
      delaySeconds: config.notifyDelaySeconds,
      mustConfirm: config.requireConfirmedEmail,
    });
    const { notified = [], next } = slice ?? {};
    const changes = changesForUsers(companyId, notified, { kind: "notifications" });
    if (!next) return { finished: activities.length, changes };
    const finished = activities.findIndex(({ id }) => id === next.activityId);
    return { finished, progress: next.userId, changes };
  },
};
