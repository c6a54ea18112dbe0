import { auditConsumer } from "#server/features/feedback/auditConsumer.ts";
import { liveUpdatesConsumer } from "#server/features/feedback/liveUpdatesConsumer.ts";
import { timelineConsumer } from "#server/features/feedback/timelineConsumer.ts";
import { notifyFollowers } from "#server/features/notifications/notifyFollowers.ts";
import type { ActivityConsumer } from "#server/platform/activity/activity.ts";

/** Everything that reacts to activities, in the order in which each activity is passed on. */
export const ACTIVITY_CONSUMERS: readonly ActivityConsumer[] = [
  timelineConsumer,
  auditConsumer,
  liveUpdatesConsumer,
  notifyFollowers,
];
