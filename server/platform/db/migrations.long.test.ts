import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createOlderDatabase } from "#server/checks/fixtures/olderDatabase.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { MIGRATION_LOCK, migrate, readMigrations } from "./migrate.ts";

const FILES = (await readdir(join(import.meta.dirname, "migrations")))
  .filter((name) => name.endsWith(".sql"))
  .toSorted();

async function database(from: "migrated" | "empty"): Promise<TestDatabase> {
  const created = await createTestDatabase(from);
  onTestFinished(() => created.drop());
  return created;
}

async function tables({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  return rows.map(({ name }) => name);
}

describe("migrating a database", () => {
  test("migrating again after the schema was dropped creates the same tables", async () => {
    const empty = await database("empty");
    await migrate(empty.connectionString);
    const before = await tables(empty);
    await empty.sql("drop schema public cascade");
    await empty.sql("create schema public");
    expect(await migrate(empty.connectionString)).toEqual(FILES);
    expect(await tables(empty)).toEqual(before);
  });

  test("a process whose migration fails does not block other processes that want to migrate", async () => {
    const empty = await database("empty");
    await empty.sql("create table comment (id integer)");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () => migrate(empty.connectionString)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });
});

describe("the migration that stores the hosts of sessions", () => {
  const HOSTS = "0016_session_hosts.sql";
  const OLD_SESSION = `insert into session (token_hash, user_id, expires_at)
    select sha256(id::text::bytea), id, now() + interval '1 day' from user_account
    on conflict do nothing`;

  /** Creates a database of the previous version with a session for an account of each role. */
  async function older(): Promise<TestDatabase> {
    const target = await createOlderDatabase(HOSTS);
    onTestFinished(() => target.drop());
    for (const role of ["user", "company_admin", "super_admin"])
      await target.sql(
        "insert into user_account (username, password_hash, role) values ($1, 'x', $1)",
        [role],
      );
    await target.sql(OLD_SESSION);
    return target;
  }

  const sessions = ({ sql }: TestDatabase) =>
    sql(
      "select username, host from session join user_account on user_account.id = user_id order by user_id",
    );

  test("the migration that stores session hosts ends the sessions of admins, because it cannot know the hosts of these sessions", async () => {
    const target = await older();
    await migrate(target.connectionString);
    expect(await sessions(target)).toEqual([{ username: "user", host: null }]);
  });

  test("the migration that stores session hosts ends the sessions of admins even if an ordinary role owns the tables", async () => {
    const target = await older();
    const { text = "" } = (await readMigrations()).find(({ name }) => name === HOSTS) ?? {};
    const owner = `owner_of_${target.name}`;
    await target.sql(`create role ${owner}`);
    onTestFinished(
      async () => void (await target.sql(`drop owned by ${owner} cascade; drop role ${owner}`)),
    );
    for (const table of ["session", "handoff", "user_account"])
      await target.sql(`alter table ${table} owner to ${owner}`);
    await target.sql(`begin; set local role ${owner}; ${text}; commit`);
    expect(await sessions(target)).toEqual([{ username: "user", host: null }]);
  });

  test("if a process of the previous version opens an admin's session after the migration, the session is not valid on any host", async () => {
    const target = await older();
    await migrate(target.connectionString);
    await target.sql(OLD_SESSION);
    expect(await sessions(target)).toEqual([
      { username: "user", host: null },
      { username: "company_admin", host: "unknown.invalid" },
      { username: "super_admin", host: "unknown.invalid" },
    ]);
  });
});

describe("migrating while other sessions are active", () => {
  const SEARCH = "0006_search_in_parts.sql";

  async function older(): Promise<TestDatabase> {
    const created = await createOlderDatabase(SEARCH);
    onTestFinished(() => created.drop());
    return created;
  }

  async function session({ connectionString }: TestDatabase): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  const someoneWaits = ({ sql }: TestDatabase) =>
    expect
      .poll(
        () =>
          sql(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          ),
        { interval: 10 },
      )
      .toHaveLength(1);

  test("a migration that a long read blocks lets other reads pass and runs after the long read", async () => {
    const target = await older();
    const report = await session(target);
    await report.query("begin");
    await report.query("select from feedback_item");
    const lines: string[] = [];
    const migrated = migrate(target.connectionString, { log: (line) => lines.push(line) });
    await someoneWaits(target);
    await target.sql("select from feedback_item");
    await target.sql("select from feedback_search");
    await expect
      .poll(() => lines[0])
      .toBe(
        `Migration ${SEARCH} failed: canceling statement due to lock timeout. It is retried in 1 s.`,
      );
    await report.query("commit");
    expect(await migrated).toEqual(FILES.slice(FILES.indexOf(SEARCH)));
  });

  test("a migration is retried after a deadlock with a session that inserts an item, and the item is saved", async () => {
    const target = await older();
    const make = createFactories(target.sql);
    const board = await make.board(await make.company());
    const submitting = await session(target);
    // With this setting, PostgreSQL resolves the deadlock by aborting the migration and not this
    // session.
    await submitting.query("set deadlock_timeout = '1min'");
    await submitting.query("begin");
    await submitting.query("select from feedback_item");
    const lines: string[] = [];
    const migrated = migrate(target.connectionString, { log: (line) => lines.push(line) });
    migrated.catch(() => undefined);
    // This statement waits inside the database until the migration waits, and then inserts at once.
    // A busy test process could insert too late, because the migration checks for a deadlock only
    // once, a second after it has begun to wait.
    await submitting.query(`do $$ begin
      for attempt in 1..1000 loop
        exit when exists (
          select from pg_locks where relation = 'feedback_item'::regclass and not granted
        );
        perform pg_sleep(0.01);
      end loop;
      insert into feedback_item (company_id, board_id, title, description)
        select company_id, id, 'Kept', 'd' from board where id = ${String(board.id)};
    end $$`);
    await submitting.query("commit");
    expect(await migrated).toEqual(FILES.slice(FILES.indexOf(SEARCH)));
    expect(lines).toEqual([`Migration ${SEARCH} failed: deadlock detected. It is retried in 1 s.`]);
    expect(
      await target.sql("select from feedback_search where document like 'kept%'"),
    ).toHaveLength(1);
  });

  test("a migration that stays blocked fails with advice and changes nothing", async () => {
    const target = await older();
    const before = await tables(target);
    const report = await session(target);
    await report.query("begin");
    await report.query("select from feedback_item");
    await expect(migrate(target.connectionString, { retryForMs: 1 })).rejects.toThrow(
      `Migration ${SEARCH} failed: canceling statement due to lock timeout (other sessions hold conflicting locks; nothing was changed; see "Upgrading" in docs/SCALING.md)`,
    );
    expect(await tables(target)).toEqual(before);
  });

  test("a slow migration reports its progress and its duration", async () => {
    const empty = await database("empty");
    const lines: string[] = [];
    await migrate(empty.connectionString, { log: (line) => lines.push(line), progressEveryMs: 1 });
    const [first = ""] = FILES;
    expect(lines).toContainEqual(
      expect.stringMatching(RegExp(`^Migration ${first} is still running \\(\\d+ s\\)\\.$`)),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(RegExp(`^Migration ${first} took \\d+\\.\\d s\\.$`)),
    );
  });

  test("migrating waits for a running backup and reports the wait, unless the database is up to date", async () => {
    const [target, upToDate] = [await older(), await createTestDatabase()];
    onTestFinished(() => upToDate.drop());
    const [backup, backupThere] = [await session(target), await session(upToDate)];
    for (const client of [backup, backupThere])
      await client.query("select pg_advisory_lock_shared($1)", [MIGRATION_LOCK]);
    expect(await migrate(upToDate.connectionString)).toEqual([]);
    const lines: string[] = [];
    const migrated = migrate(target.connectionString, { log: (line) => lines.push(line) });
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines).toEqual([
      expect.stringMatching(/^The database must be migrated: waiting for another process/),
    ]);
    await backup.query("select pg_advisory_unlock_shared($1)", [MIGRATION_LOCK]);
    expect(await migrated).toEqual(FILES.slice(FILES.indexOf(SEARCH)));
  });
});
