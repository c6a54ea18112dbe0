import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { join } from "node:path";
import { makeDataFolder, removeDataFolder } from "./dataFolder.ts";
import { makeMigratedFolder } from "./migratedData.ts";
import type { Sql } from "./ownerSql.ts";
import { ownerSql } from "./ownerSql.ts";
import { killTree } from "./processTree.ts";

/**
 * A PostgreSQL server that this process runs. Like a service manager, this process restarts the
 * server when the server ends.
 */
export interface ExternalDatabase {
  url: string;
  sql: Sql;
  /** The server's data folder, which also contains the password. */
  dataDir: string;
  /** Sends SIGKILL to all processes of the server. */
  kill(): void;
  stop(): Promise<void>;
}

/** Starts a database and migrates it unless `isEmpty` is true. */
export async function startDatabase({
  settings = {},
  isEmpty = false,
}: { settings?: Record<string, string>; isEmpty?: boolean } = {}): Promise<ExternalDatabase> {
  return runDatabase(await (isEmpty ? makeDataFolder() : makeMigratedFolder()), settings);
}

/** Starts a database in a folder. `stop` removes the folder. */
export async function runDatabase(
  dataDir: string,
  settings: Record<string, string>,
): Promise<ExternalDatabase> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { max_connections: "100", ...settings },
  });
  const url = postgres.connectionUrl("postgres");
  return {
    url,
    dataDir,
    sql: ownerSql(() => url),
    kill: () => {
      const running = lookUpPostmaster(join(dataDir, "postgres"));
      if (running) killTree(running.pid);
    },
    stop: async () => {
      await postgres.stop();
      removeDataFolder(dataDir);
    },
  };
}
