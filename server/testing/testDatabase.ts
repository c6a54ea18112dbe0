import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { TEMPLATE } from "./postgres.setup.ts";
import { whenFileEnds } from "./whenFileEnds.ts";

export interface TestDatabase {
  name: string;
  connectionString: string;
  /** SQL as the database's owner, for looking behind the curtain. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Closes the owner's connections and removes the database. */
  drop(): Promise<void>;
}

let databases = 0;

/** What a database begins with: all tables; nothing; or all tables where the system knows no letters but those of ASCII. */
export type TestDatabaseKind = "migrated" | "empty" | "ascii";

/** A database of its own. Whoever asks for it drops it. */
export async function createTestDatabase(from: TestDatabaseKind = "migrated"): Promise<TestDatabase> {
  const base = inject("postgresUrl");
  const name = `test_${String(process.pid)}_${String((databases += 1))}`;
  const admin = new pg.Client({ connectionString: `${base}postgres` });
  await admin.connect();
  const template = from === "migrated" ? TEMPLATE : "template0";
  const characters = from === "ascii" ? "locale_provider builtin builtin_locale 'C' lc_ctype 'C'" : "";
  await admin.query(`create database ${name} template ${template} strategy file_copy ${characters}`);
  const connectionString = `${base}${name}`;
  if (from === "ascii") await migrate(connectionString);
  const owner = new pg.Pool({ connectionString, max: 2 });
  // Dropping the database under a failed test must not fail the next one.
  owner.on("error", () => undefined);
  return {
    name,
    connectionString,
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
    drop: async () => {
      await owner.end();
      // A connection that is being closed must not be told that its database has gone: nobody listens to it any more.
      await closed(admin, name);
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** The same for a whole test file: it goes when the file is done. Call it in `beforeAll`. */
export async function startTestDatabase(from?: TestDatabaseKind): Promise<TestDatabase> {
  const database = await createTestDatabase(from);
  whenFileEnds(() => database.drop());
  return database;
}

/** Waits for a database's last connection to be closed, a second at most. */
async function closed(admin: pg.Client, name: string): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const { rowCount } = await admin.query("select 1 from pg_stat_activity where datname = $1", [name]);
    if (rowCount === 0) return;
    await sleep(20);
  }
}
