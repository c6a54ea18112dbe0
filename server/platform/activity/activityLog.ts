import type { TenantDb } from "#server/platform/db/database.ts";
import type { Activity, ActivityConsumer, ActivityEvent, Actor } from "./activity.ts";
import { insertActivity } from "./activity.queries.ts";

/** Records activities, and passes each activity to the consumers. */
export interface ActivityLog {
  /**
   * Records an activity of the database's company. Pass the transaction of the change, so that both
   * are committed or neither is. No statement runs if no consumer writes anything for the activity.
   */
  record(db: TenantDb, actor: Actor, activity: Activity): Promise<void>;
  /** Returns the events for open pages, which must be published after the commit. */
  eventsOf(activity: Activity): ActivityEvent[];
}

/** Creates an activity log that passes each activity to these consumers in this order. */
export function createActivityLog(consumers: readonly ActivityConsumer[]): ActivityLog {
  return {
    record: async (db, actor, activity) => {
      const activityId = await store(db, actor, activity, consumers);
      for (const consumer of consumers)
        await consumer.record?.(db, activity, { actor, activityId });
    },
    eventsOf: (activity) => consumers.flatMap((consumer) => consumer.eventsOf?.(activity) ?? []),
  };
}

/**
 * Stores the activity if a consumer wants a job for it. Returns the activity's id, or null if the
 * activity is not stored.
 */
async function store(
  db: TenantDb,
  { viewer, origin }: Actor,
  activity: Activity,
  consumers: readonly ActivityConsumer[],
): Promise<number | null> {
  const waiting = consumers.filter((consumer) => consumer.wantsJob?.(activity));
  if (waiting.length === 0) return null;
  const { feedbackId, kind, data } = activity;
  const stored = await db.first(insertActivity, {
    companyId: db.companyId,
    feedbackId,
    kind,
    actorId: viewer?.id ?? null,
    data: JSON.stringify(data),
    origin,
    consumers: waiting.map(({ name }) => name),
  });
  return stored?.id ?? null;
}
