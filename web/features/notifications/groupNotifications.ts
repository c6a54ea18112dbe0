import type { Notification } from "#contract/notifications.ts";

/** Notifications of one item, newest first. A group has at least one notification. */
export type NotificationGroup = readonly [Notification, ...Notification[]];

/** Groups notifications by item. The item with the newest notification is first. */
export function groupByItem(notifications: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<number, [Notification, ...Notification[]]>();
  for (const notification of notifications) {
    const group = groups.get(notification.feedbackId);
    if (group) group.push(notification);
    else groups.set(notification.feedbackId, [notification]);
  }
  return [...groups.values()];
}

/** Groups consecutive notifications of an item, so that loading another page moves no entry. */
export function groupConsecutive(notifications: readonly Notification[]): NotificationGroup[] {
  const groups: [Notification, ...Notification[]][] = [];
  for (const notification of notifications) {
    const last = groups.at(-1);
    if (last?.[0].feedbackId === notification.feedbackId) last.push(notification);
    else groups.push([notification]);
  }
  return groups;
}
