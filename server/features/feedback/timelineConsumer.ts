import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import { insertStatusChanges } from "./feedback.queries.ts";

/** Adds each change of status to the timeline of its item. */
export const timelineConsumer: ActivityConsumer = {
  name: "timeline",
  record: async (db, recorded, actor) => {
    const changes = recorded.flatMap(({ activity: { kind, feedbackId, data }, activityId }) => {
      if (kind !== "status_changed") return [];
      const { isBulk: _, ...change } = data;
      return [{ feedbackId, ...change, activityId }];
    });
    if (changes.length === 0) return;
    await db.all(insertStatusChanges, {
      companyId: db.companyId,
      viewerId: actor.viewer?.id ?? null,
      changes: JSON.stringify(changes),
    });
  },
};
