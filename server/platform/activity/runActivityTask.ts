import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, SystemDb } from "#server/platform/db/database.ts";
import type { ActivityConsumer, SliceResult } from "./activity.ts";
import {
  deleteActivityTask,
  listOverdueTasks,
  lockActivityTask,
  updateActivityTask,
} from "./activity.queries.ts";

/** Name of the job that a trigger of the database adds for each task. */
export const ACTIVITY_TASK = "runActivityTask";

const TaskKey = z.object({
  companyId: z.number(),
  activityId: z.number(),
  consumer: z.string(),
});
export type TaskKey = z.output<typeof TaskKey>;

/**
 * Milliseconds for which a job works on one task. After this time, a new job at the end of the
 * queue continues the task, so that long tasks do not delay other jobs, such as account mails.
 */
const TURN_MS = 1_000;

interface Work {
  database: Database;
  config: Config;
  changes: Pick<ChangeFeed, "publish">;
  consumers: readonly ActivityConsumer[];
  /**
   * Adds a job for the task to the end of the queue. A waiting job of the same task is replaced.
   */
  enqueue: (task: TaskKey) => Promise<unknown>;
  /**
   * A signal that is aborted when the process stops. A later run then continues the unfinished
   * task.
   */
  signal?: AbortSignal | undefined;
}

/**
 * Does the work of one task, slice by slice. After a second, enqueues a new job for the remaining
 * slices. A slice and its progress are committed together, so that a killed process neither loses
 * nor repeats a slice. The statements take the company's turns (`server/platform/db/turns.ts`).
 * @throws the errors of the consumer; the job is then retried
 */
export async function runActivityTask(work: Work, payload: unknown): Promise<void> {
  const task = TaskKey.parse(payload);
  const end = performance.now() + TURN_MS;
  while (await runSlice(work, task)) {
    if (work.signal?.aborted) return;
    if (performance.now() < end) continue;
    await work.enqueue(task);
    return;
  }
}

/** Runs one slice. Returns whether another slice follows. */
async function runSlice(work: Work, task: TaskKey): Promise<boolean> {
  const { next, changes = [] } = await work.database
    .inTurnsOf(task.companyId)
    .system.transaction((db) => runInTransaction(db, work, task));
  for (const change of changes) work.changes.publish(change);
  return next !== null;
}

async function runInTransaction(
  db: SystemDb,
  { consumers, config }: Work,
  task: TaskKey,
): Promise<SliceResult> {
  const locked = await db.first(lockActivityTask, task);
  if (!locked) return { next: null };
  const { progress, ...activity } = locked;
  const consumer = consumers.find(({ name }) => name === task.consumer);
  const result = (await consumer?.runSlice?.(db, { activity, progress, config })) ?? { next: null };
  if (result.next === null) await db.all(deleteActivityTask, task);
  else await db.all(updateActivityTask, { ...task, progress: JSON.stringify(result.next) });
  return result;
}

/**
 * Adds jobs for overdue tasks, which possibly have no job any more because their process was killed
 * or their job failed. Runs every minute.
 */
export async function resumeActivityTasks({
  database,
  enqueue,
}: Pick<Work, "database" | "enqueue">): Promise<void> {
  for (const task of await database.system.all(listOverdueTasks, {})) await enqueue(task);
}
