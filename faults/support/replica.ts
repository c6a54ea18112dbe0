import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import pg from "pg";
import type { ExternalDatabase } from "./externalDatabase.ts";
import { runDatabase } from "./externalDatabase.ts";
import { makeDataFolder } from "./dataFolder.ts";

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
        !LEFT_OUT.test(basename(path)) && !relative(from, path).startsWith(join("pg_wal", "0")),
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
