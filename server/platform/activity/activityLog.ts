import type { TenantDb } from "#server/platform/db/database.ts";
import type {
  Activity,
  ActivityConsumer,
  ActivityEvent,
  Actor,
  RecordedActivity,
} from "./activity.ts";
import { insertActivities } from "./activity.queries.ts";

/** Records activities, and passes each activity to the consumers. */
export interface ActivityLog {
  /**
   * Records activities of the company to which `db` is restricted. Pass the transaction of the
   * change, so that the change and its activities are committed together or not at all. If no
   * consumer writes anything for the activities, no statement runs.
   */
  record(db: TenantDb, actor: Actor, activities: readonly Activity[]): Promise<void>;
  /** Returns the events for open pages. Publish these events after the commit. */
  eventsOf(activity: Activity): ActivityEvent[];
}

/** Creates an activity log that passes each activity to these consumers in this order. */
export function createActivityLog(consumers: readonly ActivityConsumer[]): ActivityLog {
  return {
    record: async (db, actor, activities) => {
      const recorded = await store(db, actor, activities, consumers);
      for (const consumer of consumers) await consumer.record?.(db, recorded, actor);
    },
    eventsOf: (activity) => consumers.flatMap((consumer) => consumer.eventsOf?.(activity) ?? []),
  };
}

/** Stores the activities for which a consumer wants a job. */
async function store(
  db: TenantDb,
  { viewer, origin }: Actor,
  activities: readonly Activity[],
  consumers: readonly ActivityConsumer[],
): Promise<RecordedActivity[]> {
  const waiting = activities.flatMap((activity) => {
    const names = consumers.filter(({ wantsJob }) => wantsJob?.(activity)).map(({ name }) => name);
    return names.length > 0 ? [{ activity, names }] : [];
  });
  const ids = new Map<Activity, number>();
  if (waiting.length > 0) {
    const stored = await db.all(insertActivities, {
      companyId: db.companyId,
      origin,
      activities: JSON.stringify(
        waiting.map(({ activity: { feedbackId, kind, data, actorId }, names }) => {
          const actor_id = actorId === undefined ? viewer?.id : actorId;
          return { feedback_id: feedbackId, kind, actor_id, data, consumers: names };
        }),
      ),
    });
    for (const [index, { activity }] of waiting.entries()) {
      const id = stored[index]?.id;
      if (id !== undefined) ids.set(activity, id);
    }
  }
  return activities.map((activity) => ({ activity, activityId: ids.get(activity) ?? null }));
}
