import { Logger as WorkerLogger, run } from "graphile-worker";
import type { Logger } from "pino";
import { deleteExpiredSessions } from "#server/auth/session.queries.ts";
import type { Config } from "#server/config.ts";
import type { ChangeFeed } from "#server/db/changeFeed.ts";
import type { Database } from "#server/db/database.ts";
import { openOwnerPool } from "#server/db/ownerPool.ts";
import { recheckDomains } from "#server/companies/recheckDomains.ts";
import { deleteExpiredHandoffs } from "#server/auth/handoff.queries.ts";
import { deleteOldAttempts } from "#server/throttle/throttle.queries.ts";

/** Minute, hour, day, month, weekday in UTC; each time once, however many processes there are. */
const CRONTAB = `
17 3 * * * recheckDomains
41 * * * * cleanUp
`;

interface JobDependencies {
  connectionString: string;
  database: Database;
  config: Config;
  logger: Logger;
  changes: Pick<ChangeFeed, "announce">;
}

/** Starts what happens by the clock. Its queue is in PostgreSQL; the given function stops it after the job in hand. */
export async function startJobs({
  connectionString,
  database,
  config,
  logger,
  changes,
}: JobDependencies): Promise<() => Promise<void>> {
  // Its own pool would let the process end when a connection is lost while nobody listens.
  const pool = openOwnerPool(connectionString, (error) =>
    logger.warn({ err: error }, "a database connection was lost"),
  );
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    pollInterval: 60_000,
    noHandleSignals: true,
    crontab: CRONTAB,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === "error") logger.error({ job: true }, message);
      else logger.debug({ job: true }, message);
    }),
    taskList: {
      recheckDomains: async () => {
        await recheckDomains(database.system, config);
        changes.announce(null);
      },
      cleanUp: async () => {
        await database.system.all(deleteExpiredSessions, {});
        await database.system.all(deleteExpiredHandoffs, {});
        await database.system.all(deleteOldAttempts, {});
      },
    },
  });
  return async () => {
    await runner.stop();
    await pool.end();
  };
}
