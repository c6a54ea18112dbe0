import { Logger as WorkerLogger, run } from "graphile-worker";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import type { ChangeFeed } from "#server/db/changeFeed.ts";
import { closing } from "#server/db/closing.ts";
import type { Database } from "#server/db/database.ts";
import { openOwnerPool } from "#server/db/ownerPool.ts";
import { openMailer } from "#server/mail/mailer.ts";
import { tasksOf } from "./tasks.ts";

/** Minute, hour, day, month, weekday in UTC; each time once, however many processes there are. */
const CRONTAB = `
17 3 * * * recheckDomains
41 * * * * cleanUp
`;

/** What the jobs in hand get to end once the portal stops. Then they are given up, and tried again by another process or after the next start. */
const GIVEN_UP_AFTER_MS = 3_000;

/** Whether or not the database takes down what became of them. */
const STOPPED_WITHIN_MS = 5_000;

interface JobDependencies {
  connectionString: string;
  database: Database;
  config: Config;
  logger: Logger;
  changes: Pick<ChangeFeed, "announce">;
  /** Called with the errors of its connections, which are replaced by themselves. */
  onConnectionLost: (error: Error) => void;
}

/**
 * Starts what happens by the clock or is left for later, mails among it. Its queue is in PostgreSQL; the given function stops it after the jobs
 * in hand, within 6 s, and never rejects.
 */
export async function startJobs({
  connectionString,
  database,
  config,
  logger,
  changes,
  onConnectionLost,
}: JobDependencies): Promise<() => Promise<void>> {
  // Its own pool would let the process end when a connection is lost while nobody listens.
  const pool = openOwnerPool(connectionString, onConnectionLost);
  const mailer = openMailer(config, logger);
  const runner = await run({
    pgPool: pool,
    // A mail server that takes its time holds up nothing else.
    concurrency: 2,
    pollInterval: 60_000,
    noHandleSignals: true,
    // Only what is noted in batches is waited for at the end: else the last job could stay locked, to be done again later.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: GIVEN_UP_AFTER_MS,
      },
    },
    crontab: CRONTAB,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === "error") logger.error({ job: true }, message);
      else logger.debug({ job: true }, message);
    }),
    taskList: tasksOf({ database, config, mailer, changes }),
  });
  return async () => {
    await closing(runner.stop(), STOPPED_WITHIN_MS);
    mailer.close();
    await closing(pool.end());
  };
}
