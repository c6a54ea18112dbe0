import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { ROOT } from "#server/root.ts";

/** Chosen once at random; every Hearback process takes the same lock before it migrates. */
const MIGRATION_LOCK = 7_215_300_418;

const FOLDER = join(ROOT, "server", "db", "migrations");

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** The migrations of this program, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/**
 * Brings the schema up to date: each numbered file runs once, in order, in a transaction of its own, however many
 * processes start at the same time. Returns the names of the files that ran.
 * @throws when a file that has run was changed afterwards, or the database is newer than this program.
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const done = await appliedMigrations(client);
    for (const name of done.keys()) {
      if (!migrations.some((migration) => migration.name === name)) {
        throw new Error(
          `The database is newer than this program: it has run ${name}, which is unknown here.`,
        );
      }
    }
    const ran: string[] = [];
    for (const migration of migrations) {
      const checksum = done.get(migration.name);
      if (checksum === undefined) {
        await apply(client, migration);
        ran.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new Error(`Migration ${migration.name} was changed after it had run on this database.`);
      }
    }
    return ran;
  } finally {
    await client.end();
  }
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
