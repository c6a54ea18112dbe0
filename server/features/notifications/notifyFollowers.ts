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
  writesFor: ["item_submitted", "comment_added", "item_merged", "status_changed", "item_closed"],
  wantsJob: ({ data }) => !("isSilent" in data && data.isSilent),
  runSlice: async (db, { activity, progress, config }) => {
    const { companyId, id: activityId, feedbackId } = activity;
    const slice = await db.first(insertNotifications, {
      companyId,
      activityId,
      feedbackId,
      afterId: typeof progress === "number" ? progress : 0,
      delaySeconds: config.notifyDelaySeconds,
      mustConfirm: config.requireConfirmedEmail,
    });
    if (!slice) return { next: null };
    const { next, notified } = slice;
    return { next, changes: changesForUsers(companyId, notified, { kind: "notifications" }) };
  },
};
