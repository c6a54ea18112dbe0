import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import { insertStatusChanges } from "./feedback.queries.ts";

/** Adds each change of status to the timeline of its item. */
export const timelineConsumer: ActivityConsumer<"status_changed"> = {
  name: "timeline",
  kinds: ["status_changed"],
  record: async (db, recorded, actor) => {
    const changes = recorded.map(({ activity: { feedbackId, data }, activityId }) => {
      const { isBulk: _, ...change } = data;
      return { feedbackId, ...change, activityId };
    });
    await db.all(insertStatusChanges, {
      companyId: db.companyId,
      viewerId: actor.viewer?.id ?? null,
      changes: JSON.stringify(changes),
    });
  },
};
