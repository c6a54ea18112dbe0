import type { ActivityConsumer } from "#server/platform/activity/activity.ts";
import { insertStatusChange } from "./feedback.queries.ts";

/** Adds each change of status to the timeline of its item. */
export const timelineConsumer: ActivityConsumer = {
  name: "timeline",
  record: async (db, { kind, feedbackId, data }, { actor, activityId }) => {
    if (kind !== "status_changed") return;
    const { fromStatus, toStatus, note, isSilent } = data;
    const viewerId = actor.viewer?.id ?? null;
    const change = { feedbackId, viewerId, fromStatus, toStatus, note, isSilent, activityId };
    await db.all(insertStatusChange, { companyId: db.companyId, ...change });
  },
};
