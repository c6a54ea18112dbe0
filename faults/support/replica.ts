import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { lookUpPostmaster } from "#server/db/embeddedPostmaster.ts";
import type { ExternalDatabase } from "./externalDatabase.ts";
import { makeDataFolder, removeDataFolder } from "./folder.ts";
import { ownerSql } from "./ownerSql.ts";
import { killTree } from "./processTree.ts";

/** Files of a running server that a copy of its data does without. */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;

/**
 * Starts a replica that streams from a running primary, made as `pg_basebackup` makes one, which is not among the programs that come from
 * npm. It is started again when it dies.
 */
export async function startReplica(
  primary: ExternalDatabase,
  settings: Record<string, string>,
): Promise<ExternalDatabase> {
  const dataDir = makeDataFolder();
  await copyData(primary, dataDir);
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

async function copyData(primary: ExternalDatabase, dataDir: string): Promise<void> {
  const [from, to] = [join(primary.dataDir, "postgres"), join(dataDir, "postgres")];
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    cpSync(from, to, {
      recursive: true,
      filter: (path) =>
        !LEFT_OUT.test(basename(path)) && !relative(from, path).startsWith(join("pg_wal", "0")),
    });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  mkdirSync(join(to, "pg_wal"), { recursive: true });
  writeFileSync(join(to, "standby.signal"), "");
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  writeFileSync(join(to, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  copyFileSync(join(primary.dataDir, "postgres-password"), join(dataDir, "postgres-password"));
}
