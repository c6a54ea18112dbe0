import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/platform/config/config.ts";
import {
  findRunningEmbedded,
  startEmbeddedPostgres,
} from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { isDataDirInUse } from "#server/platform/embeddedPostgres/portalLock.ts";
import { BackupError } from "./backupError.ts";

/** Maximum milliseconds to wait until a running portal has started or restarted its database. */
const WAIT_MS = 30_000;

/**
 * Runs work on the portal's database. This is the external database, the embedded database of a
 * running portal, or an embedded database that is started for the duration of the work.
 * @param mayCreate whether to create a database in an empty data folder
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  mayCreate: boolean,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return work(databaseUrl);
  if (!mayCreate && !existsSync(join(dataDir, "postgres")))
    throw new BackupError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
  if (isDataDirInUse(dataDir)) return work(await addressOfRunning(dataDir));
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(embedded.connectionUrl("postgres"));
  } finally {
    await embedded.stop();
  }
}

async function addressOfRunning(dataDir: string): Promise<string> {
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    const address = findRunningEmbedded(dataDir);
    if (address !== undefined) return address;
    await sleep(100);
  }
  throw new BackupError("The portal is running, but its database is not.");
}
