import { changesForUsers } from "#server/platform/changes/change.ts";
import type { ActivityConsumer, PendingActivity } from "#server/platform/activity/activity.ts";
import { insertNotifications } from "./notifyFollowers.queries.ts";

type NotifiedKind =
  | "item_submitted"
  | "comment_added"
  | "note_added"
  | "item_merged"
  | "status_changed"
  | "item_closed"
  | "changelog_published";

/**
 * Notifies the followers of an item when somebody comments on it, changes its status, closes it,
 * merges it, or publishes a changelog entry that links it. Notifies the company's admins of new items
 * and comments, those whom a comment or note mentions, and the author of the comment that it answers
 * (docs/decisions/0035-notifications.md).
 */
export const notifyFollowers: ActivityConsumer<NotifiedKind> = {
  name: "notifyFollowers",
  kinds: [
    "item_submitted",
    "comment_added",
    "note_added",
    "item_merged",
    "status_changed",
    "item_closed",
    "changelog_published",
  ],
  skips: ({ kind, data }) =>
    ("isSilent" in data && data.isSilent) ||
    (kind === "note_added" && data.answersId === null && data.mentionedIds.length === 0),
  runSlice: async (db, { companyId, activities: leased, config }) => {
    const activities = untilSameEntry(leased);
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

/**
 * Returns the activities before the second one of a changelog entry. The next slice then sees whom
 * the first one has notified.
 */
function untilSameEntry(activities: readonly PendingActivity[]): readonly PendingActivity[] {
  const isPublication = ({ kind }: PendingActivity) => kind === "changelog_published";
  const first = activities.findIndex(isPublication);
  const second = activities.findIndex((each, index) => index > first && isPublication(each));
  return first === -1 || second === -1 ? activities : activities.slice(0, second);
}
