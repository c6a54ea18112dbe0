import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import pg from "pg";
import type { ExternalDatabase } from "./externalDatabase.ts";
import { runDatabase } from "./externalDatabase.ts";
import { makeDataFolder } from "./dataFolder.ts";

/** Names of a running server's files that a base backup omits. */
const EXCLUDED_FILES = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;

/**
 * Starts a streaming replica from a base backup. The backup is a copy of the files, because the npm
 * package does not contain pg_basebackup. The replica is restarted when it ends.
 */
export async function startReplica(
  primary: ExternalDatabase,
  settings: Record<string, string>,
): Promise<ExternalDatabase> {
  const dataDir = await makeDataFolder();
  await copyData(primary, dataDir);
  return runDatabase(dataDir, settings);
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
        !EXCLUDED_FILES.test(basename(path)) &&
        !relative(from, path).startsWith(join("pg_wal", "0")),
    });
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
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
