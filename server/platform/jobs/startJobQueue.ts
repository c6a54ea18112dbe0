import { EventEmitter, once } from "node:events";
import type { Task, TaskList } from "graphile-worker";
import { Logger as WorkerLogger, run } from "graphile-worker";
import type { Logger } from "pino";
import { waitUntilClosed } from "#server/platform/db/waitUntilClosed.ts";
import { openOwnerPool } from "#server/platform/db/ownerPool.ts";

/**
 * Milliseconds that running jobs have to end after a stop has begun. Jobs that are still running
 * are then aborted and retried later.
 */
const ABORT_AFTER_MS = 3_000;

/** Maximum milliseconds that a stop waits for the queue, even if the database does not respond. */
const STOP_TIMEOUT_MS = 5_000;

interface JobQueueOptions {
  connectionString: string;
  /** The jobs that this process can run, by name. */
  jobs: TaskList;
  /** The maximum number of jobs that run at the same time. */
  concurrency: number;
  /**
   * Scheduled jobs in crontab format, in UTC. A job runs once at each scheduled time, however many
   * processes exist.
   */
  crontab?: string;
  logger: Logger;
  /** Called with errors of the queue's connections. Lost connections are replaced automatically. */
  onConnectionLost: (error: Error) => void;
}

/**
 * Starts running the given kinds of jobs. The queue is stored in PostgreSQL. Jobs that are added
 * after the promise resolves start at once.
 * @returns a function that stops the queue when the running jobs have ended or were aborted, after
 * 6 s at the latest. The function never rejects
 */
export async function startJobQueue({
  connectionString,
  jobs,
  concurrency,
  crontab = "",
  logger,
  onConnectionLost,
}: JobQueueOptions): Promise<() => Promise<void>> {
  // The queue's worker gets this pool, because a pool of its own would end the process when an idle
  // connection is lost.
  const pool = openOwnerPool(connectionString, onConnectionLost);
  const events = new EventEmitter();
  // Without a listening connection, a new job would be noticed only at the next poll. If listening
  // fails, the library tries again by itself.
  const listening = Promise.race([
    once(events, "pool:listen:success"),
    once(events, "pool:listen:error"),
  ]);
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    pollInterval: 60_000,
    noHandleSignals: true,
    // Batching is disabled, because with batching, a stop could leave a finished job locked, and
    // the job would run again later.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
      },
    },
    crontab,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === "error") logger.error({ job: true }, message);
      else logger.debug({ job: true }, message);
    }),
    taskList: abortable(jobs),
  });
  await listening;
  return async () => {
    await waitUntilClosed(runner.stop(), STOP_TIMEOUT_MS);
    await waitUntilClosed(pool.end());
  };
}

/**
 * Wraps jobs so that they reject as soon as the queue aborts them, whatever they are waiting for.
 */
function abortable(jobs: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, job]): [string, Task] => [
      name,
      (payload, helpers) =>
        unlessAborted(Promise.resolve(job?.(payload, helpers)), helpers.abortSignal),
    ]),
  );
}

/**
 * Settles as `work` does, or rejects when `signal` aborts first. The library's own abort promise is
 * not used, because it leaks memory with every job.
 */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
