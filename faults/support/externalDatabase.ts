import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { join } from "node:path";
import { makeDataFolder, removeDataFolder } from "./dataFolder.ts";
import { makeMigratedFolder } from "./migratedData.ts";
import type { Sql } from "./ownerSql.ts";
import { ownerSql } from "./ownerSql.ts";
import { killTree } from "./processTree.ts";

/** A PostgreSQL run by this process, which restarts it like a service manager. */
export interface ExternalDatabase {
  url: string;
  sql: Sql;
  /** Data folder, which also contains the password. */
  dataDir: string;
  /** SIGKILL to all of its processes. */
  kill(): void;
  stop(): Promise<void>;
}

/** Starts a database, migrated unless `isEmpty`. */
export async function startDatabase({
  settings = {},
  isEmpty = false,
}: { settings?: Record<string, string>; isEmpty?: boolean } = {}): Promise<ExternalDatabase> {
  return runDatabase(isEmpty ? makeDataFolder() : makeMigratedFolder(), settings);
}

/** Starts a database in a folder that is removed when it stops. */
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
