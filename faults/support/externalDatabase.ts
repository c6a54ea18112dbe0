import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { lookUpPostmaster } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { join } from "node:path";
import { makeDataFolder, removeDataFolder } from "./dataFolder.ts";
import type { Sql } from "./ownerSql.ts";
import { ownerSql } from "./ownerSql.ts";
import { killTree } from "./processTree.ts";

/** A PostgreSQL that is not the portal's: this process keeps it, and starts it again when it dies, as a service manager does. */
export interface ExternalDatabase {
  url: string;
  sql: Sql;
  /** Where its data are, and its password. */
  dataDir: string;
  /** SIGKILL for all of its processes at once. */
  kill(): void;
  stop(): Promise<void>;
}

/** Starts one, migrated unless told otherwise. */
export async function startDatabase({
  settings = {},
  isEmpty = false,
}: { settings?: Record<string, string>; isEmpty?: boolean } = {}): Promise<ExternalDatabase> {
  const database = await runDatabase(makeDataFolder(), settings);
  if (!isEmpty) await migrate(database.url);
  return database;
}

/** Starts one on a folder of its own, which is removed with it. */
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
