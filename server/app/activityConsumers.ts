import { auditConsumer } from "#server/features/feedback/auditConsumer.ts";
import { notifySubscribers } from "#server/features/changelogSubscribers/notifySubscribers.ts";
import { liveUpdatesConsumer } from "#server/features/feedback/liveUpdatesConsumer.ts";
import { timelineConsumer } from "#server/features/feedback/timelineConsumer.ts";
import { notifyFollowers } from "#server/features/notifications/notifyFollowers.ts";
import { sendDeletions } from "#server/features/webhooks/sendDeletions.ts";
import { sendToWebhooks } from "#server/features/webhooks/sendToWebhooks.ts";
import type { ActivityConsumer } from "#server/platform/activity/activity.ts";

/** All consumers of activities, in the order in which they get each activity. */
export const ACTIVITY_CONSUMERS: readonly ActivityConsumer[] = [
  timelineConsumer,
  auditConsumer,
  liveUpdatesConsumer,
  notifyFollowers,
  notifySubscribers,
  sendToWebhooks,
  sendDeletions,
];
