import type { TenantDb } from "#server/platform/db/database.ts";
import type { Activity, ActivityConsumer, ActivityEvent, Actor } from "./activity.ts";
import { insertActivity } from "./activity.queries.ts";

/** Records what happened, and passes it to the consumers. */
export interface ActivityLog {
  /**
   * Records an activity of the database's company. Pass the transaction of the change, so that both
   * are committed or neither is. An activity that no consumer writes about costs no statement.
   */
  record(db: TenantDb, actor: Actor, activity: Activity): Promise<void>;
  /** The events for open pages, to be published after the commit. */
  eventsOf(activity: Activity): ActivityEvent[];
}

/** Creates the log of these consumers, which get each activity in this order. */
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

/** Stores the activity if a job has to work on it. Returns its id, or null if it is not stored. */
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
