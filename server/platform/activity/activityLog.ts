import type { TenantTransaction } from "#server/platform/db/database.ts";
import type {
  Activity,
  ActivityConsumer,
  ActivityEvent,
  ActivityKind,
  Actor,
  RecordedActivity,
} from "./activity.ts";
import { insertActivities } from "./activity.queries.ts";

/** Records activities, and passes each activity to the consumers. */
export interface ActivityLog {
  /**
   * Records activities in the transaction of the change. If `writesFor` is false for their kinds,
   * no statement runs.
   */
  record(db: TenantTransaction, actor: Actor, activities: readonly Activity[]): Promise<void>;
  /** Whether a consumer possibly writes rows for activities of this kind. */
  writesFor(kind: ActivityKind): boolean;
  /** Returns the events for open pages. Publish these events after the commit. */
  eventsOf(activity: Activity): ActivityEvent[];
}

/** Creates an activity log that passes each activity to these consumers in this order. */
export function createActivityLog(consumers: readonly ActivityConsumer[]): ActivityLog {
  return {
    record: async (db, actor, activities) => {
      const recorded = await store(db, actor, activities, consumers);
      for (const consumer of consumers) {
        const own = recorded.filter(({ activity }) => consumer.writesFor?.includes(activity.kind));
        if (own.length > 0) await consumer.record?.(db, own, actor);
      }
    },
    writesFor: (kind) => consumers.some(({ writesFor }) => writesFor?.includes(kind)),
    eventsOf: (activity) => consumers.flatMap((consumer) => consumer.eventsOf?.(activity) ?? []),
  };
}

/** Stores the activities for which a consumer wants a job. */
async function store(
  db: TenantTransaction,
  { viewer, origin }: Actor,
  activities: readonly Activity[],
  consumers: readonly ActivityConsumer[],
): Promise<RecordedActivity[]> {
  const waiting = activities.flatMap((activity) => {
    const names = consumers
      .filter(
        ({ writesFor, wantsJob }) => writesFor?.includes(activity.kind) && wantsJob?.(activity),
      )
      .map(({ name }) => name);
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
