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
   * Records activities in the transaction of the change, and stores those without `isStored` that a
   * consumer handles later.
   */
  record(db: TenantTransaction, actor: Actor, activities: readonly Activity[]): Promise<void>;
  /**
   * Returns the consumers that handle activities of this kind later in the actor's company, in the
   * form in which the database stores them; `NOBODY` if there are none.
   */
  pendingFor(kind: ActivityKind, actor: Pick<Actor, "webhookEvents">): string;
  /** Whether a consumer writes rows in the transaction of a change of this kind. */
  writesFor(kind: ActivityKind): boolean;
  /** Returns the events for open pages. Publish these events after the commit. */
  eventsOf(activity: Activity): ActivityEvent[];
  /** Tells the consumers that activities of a company were stored. Call this after the commit. */
  wake(companyId: number): void;
}

/** The value of `ActivityLog.pendingFor` for kinds that no consumer handles later. */
export const NOBODY = "{}";

/**
 * Creates an activity log that passes each activity to these consumers in this order.
 * @param wake see `ActivityLog.wake`
 */
export function createActivityLog(
  consumers: readonly ActivityConsumer[],
  wake: ActivityLog["wake"] = () => undefined,
): ActivityLog {
  const waitingFor: WaitingFor = (kind, actor) =>
    consumers.filter(
      ({ kinds, runSlice, isWanted }) =>
        runSlice && kinds?.includes(kind) && (isWanted?.(kind, actor) ?? true),
    );
  return {
    record: async (db, actor, activities) => {
      const recorded = await store(db, actor, activities, waitingFor);
      for (const consumer of consumers) {
        const own = recorded.filter(({ activity }) => consumer.kinds?.includes(activity.kind));
        if (own.length > 0) await consumer.record?.(db, own, actor);
      }
    },
    pendingFor: (kind, actor) => JSON.stringify(pendingOf(waitingFor(kind, actor))),
    writesFor: (kind) => consumers.some(({ kinds, record }) => record && kinds?.includes(kind)),
    eventsOf: (activity) => consumers.flatMap((consumer) => consumer.eventsOf?.(activity) ?? []),
    wake,
  };
}

/** Returns the consumers that handle activities of this kind later in the actor's company. */
type WaitingFor = (
  kind: ActivityKind,
  actor: Pick<Actor, "webhookEvents">,
) => readonly ActivityConsumer[];

const pendingOf = (consumers: readonly ActivityConsumer[]) =>
  Object.fromEntries(consumers.map(({ name }) => [name, null]));

/** Stores the activities that a consumer handles later. */
async function store(
  db: TenantTransaction,
  actor: Actor,
  activities: readonly Activity[],
  waitingFor: WaitingFor,
): Promise<RecordedActivity[]> {
  const waiting = activities.flatMap((activity) => {
    if (activity.isStored) return [];
    const consumers = waitingFor(activity.kind, actor).filter(({ skips }) => !skips?.(activity));
    return consumers.length > 0 ? [{ activity, pending: pendingOf(consumers) }] : [];
  });
  const ids = new Map<Activity, number>();
  if (waiting.length > 0) {
    const stored = await db.all(insertActivities, {
      companyId: db.companyId,
      origin: actor.origin,
      activities: JSON.stringify(
        waiting.map(({ activity: { feedbackId, kind, data, actorId }, pending }) => {
          const actor_id = actorId === undefined ? actor.viewer?.id : actorId;
          return { feedback_id: feedbackId, kind, actor_id, data, pending };
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
