import { randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildApp } from "#server/app/buildApp.ts";
import { checksums, recordsOf, writeRecords } from "#server/checks/fixtures/backupFiles.ts";
import {
  copyEdgeCases,
  createBackupScene,
  database,
  edgeCompany,
  newFile,
  restore,
  withEdgeCases,
  withoutSignIns,
} from "#server/checks/fixtures/backupScene.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { createOlderDatabase } from "#server/checks/fixtures/olderDatabase.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { visitorOf } from "#server/checks/fixtures/testPortal.ts";
import { seedDemo } from "#server/operations/demo/seedDemo.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate, readMigrations } from "#server/platform/db/migrate.ts";
import { StartError } from "#server/platform/db/startError.ts";
import { backUp } from "./backUp.ts";
import type { BackupRecord, Header } from "./backupRecords.ts";
import { openRestorable } from "./restoreBackup.ts";

createBackupScene();

/**
 * The database with demo data. It is seeded once and then copied for each test, which is faster.
 */
let demo: TestDatabase;
beforeAll(async () => {
  demo = await createTestDatabase();
  const opened = openDatabase({
    connectionString: demo.connectionString,
    onIdleError: () => undefined,
  });
  await opened.system.transaction((db) => seedDemo(db));
  await opened.close();
});
afterAll(() => demo.drop());

const withDemo = () => database(demo);

type Migrations = Header["migrations"];

/** Writes a copy of a backup whose header names other migrations, as if another version made it. */
async function ofOtherVersion(
  path: string,
  change: (migrations: Migrations) => Migrations,
): Promise<string> {
  const [header, ...rest] = await recordsOf(path);
  if (header?.kind !== "header") throw new Error("A backup begins with its header");
  const other = newFile();
  writeRecords(other, [{ ...header, migrations: change(header.migrations) }, ...rest], 2);
  return other;
}

/**
 * Removes what the company with edge cases loses when it is restored from a file that this
 * installation did not sign: all sealed secrets of the company, and all confirmations of e-mail
 * addresses, of which the other company has none either.
 */
async function removeWhatForeignFilesLose({ sql }: TestDatabase): Promise<void> {
  const { id } = edgeCompany();
  await sql("update user_account set confirmed_at = null");
  const removed = [
    await sql("delete from application_secret where company_id = $1 returning id", [id]),
    await sql(
      "update sign_on_provider set client_secret = '', is_on = false where company_id = $1 returning company_id",
      [id],
    ),
  ];
  expect(removed.map((rows) => rows.length)).toEqual([1, 1]);
}

const FROM_THE_FUTURE = { name: "9999_from_the_future.sql", checksum: "x" };

describe("backups of an installation", () => {
  test("after a restore, a new item gets the next id, is counted and can be found", async () => {
    const source = await withDemo();
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path });
    const target = await database();
    await restore(path, target.connectionString);
    const add = `insert into feedback_item (company_id, board_id, title, description)
      select company_id, id, 'Findable thing', 'd' from board order by id limit 1 returning id::int`;
    expect(await target.sql(add)).toEqual(await source.sql(add));
    const counts = "select * from feedback_counter order by 1, 2, 3, 4, 5";
    expect(await target.sql(counts)).toEqual(await source.sql(counts));
    expect(
      await target.sql("select from feedback_search where document like 'findable%'"),
    ).toHaveLength(1);
    const forced =
      "select relname from pg_class where relforcerowsecurity and relrowsecurity order by 1";
    expect(await target.sql(forced)).toEqual(await source.sql(forced));
    expect(await target.sql("select from pg_trigger where tgenabled = 'D'")).toEqual([]);
  });

  test("a backup is a consistent snapshot during concurrent writes", async () => {
    const source = await withEdgeCases();
    const writer = { isBusy: true };
    const writing = (async () => {
      while (writer.isBusy) {
        await source.sql(
          `insert into feedback_item (company_id, board_id, title, description)
           select company_id, id, 'Meanwhile', 'd' from board where company_id = $1 limit 1`,
          [edgeCompany().id],
        );
      }
    })();
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path });
    writer.isBusy = false;
    await writing;
    const target = await database();
    await restore(path, target.connectionString);
    const [counted] = await target.sql<{ items: number; counted: number; found: number }>(
      `select (select count(*) from feedback_item)::int as items, (select sum(items) from feedback_counter)::int as counted,
         (select count(*) from feedback_search)::int as found`,
    );
    expect(counted?.counted).toBe(counted?.items);
    expect(counted?.found).toBe(counted?.items);
  });

  test("the restore of an installation into a database that is not empty is refused", async () => {
    const source = await withDemo();
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path });
    const before = await checksums(source);
    await expect(restore(path, source.connectionString)).rejects.toThrow(
      /^The database is not empty[^\n]+$/,
    );
    expect(await checksums(source)).toEqual(before);
  });

  test("a database owner without superuser rights can back up and restore", async () => {
    const source = await withDemo();
    const target = await createTestDatabase("empty");
    onTestFinished(() => target.drop());
    const owner = `owner_of_${target.name}`;
    await target.sql(`create role ${owner} login createrole password 'owner-password'`);
    await target.sql(`grant hearback_app, hearback_system to ${owner} with admin option`);
    await target.sql(`alter database ${target.name} owner to ${owner}`);
    onTestFinished(async () => {
      await target.sql(`reassign owned by ${owner} to current_user`);
      await target.sql(`drop owned by ${owner}`);
      await target.sql(`revoke hearback_app, hearback_system from ${owner}`);
      await target.sql(`drop role ${owner}`);
    });
    const asOwner = new URL(target.connectionString);
    asOwner.username = owner;
    asOwner.password = "owner-password";
    const [first, second] = [newFile(), newFile()];
    // The demo's endpoints have no secret, and a restore says why such an endpoint is off.
    await source.sql("update webhook_endpoint set off_reason = 'restored'");
    await backUp({ connectionString: source.connectionString, path: first });
    await restore(first, asOwner.href);
    await backUp({ connectionString: asOwner.href, path: second });
    const last = await database();
    await restore(second, last.connectionString);
    expect(await checksums(last)).toEqual(await checksums(source));
    const forced = "select relname from pg_class where relforcerowsecurity order by 1";
    expect(await target.sql(forced)).toEqual(await source.sql(forced));
  });
});

describe("backup files", () => {
  let path: string;
  let whole: Buffer;
  beforeAll(async () => {
    const source = await copyEdgeCases();
    path = newFile();
    await backUp({ connectionString: source.connectionString, path });
    whole = readFileSync(path);
    await source.drop();
  });
  const refusalOf = async (content: Buffer) => {
    const altered = newFile();
    writeFileSync(altered, content);
    return openRestorable(altered).then(
      async (file) => file.close().then(() => "accepted"),
      (error: Error) => error.message,
    );
  };

  test("an unchanged backup file is accepted", async () => {
    expect(await refusalOf(whole)).toBe("accepted");
  });

  test("a truncated backup file is refused at any length", async () => {
    const lengths = [
      0,
      1,
      17,
      18,
      19,
      49,
      50,
      51,
      whole.length - 33,
      whole.length - 32,
      whole.length - 1,
    ];
    for (let n = 0; n < 20; n += 1) lengths.push(randomInt(whole.length));
    for (const length of lengths) {
      expect(await refusalOf(whole.subarray(0, length)), String(length)).toMatch(
        /^[^\n]+(?:is incomplete|is not a backup)[^\n]+$/,
      );
    }
  });

  test("a backup file with a changed bit or additional bytes is refused", async () => {
    for (let n = 0; n < 40; n += 1) {
      const at = n < 8 ? whole.length - 1 - n * 5 : randomInt(18, whole.length);
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ (1 << randomInt(8));
      expect(await refusalOf(altered), String(at)).toMatch(/its checksum is wrong/);
    }
    expect(await refusalOf(Buffer.concat([whole, Buffer.from("x")]))).toMatch(
      /its checksum is wrong/,
    );
  });

  test("a file that is not a backup or has a newer format is refused", async () => {
    expect(await refusalOf(Buffer.from("PGDMP and more"))).toMatch(/is not a backup of Hearback/);
    const later = Buffer.from(whole);
    later.write("4", 16);
    expect(await refusalOf(later)).toMatch(/is in format 4, which this program does not know/);
  });

  test("a backup with the migrations of another version is refused", async () => {
    const other = await ofOtherVersion(path, ([first, ...rest]) => [
      { name: first?.name ?? "", checksum: "other" },
      ...rest,
    ]);
    await expect(openRestorable(other)).rejects.toThrow(
      /^[^\n]+is of another version of the portal[^\n]+$/,
    );
  });

  test("a backup of a newer version is refused with the advice to update first", async () => {
    const newer = await ofOtherVersion(path, (migrations) => [...migrations, FROM_THE_FUTURE]);
    await expect(openRestorable(newer)).rejects.toThrow(
      /^[^\n]+is of a newer version [^\n]+9999_from_the_future[^\n]+Update the portal to that version first[^\n]+$/,
    );
  });

  test("the restore of an older version's backup is refused, and the advice for an installation differs from the advice for one company", async () => {
    const source = await database();
    const { subdomain } = await createFactories(source.sql).company();
    const one = newFile();
    await backUp({ connectionString: source.connectionString, path: one, company: subdomain });
    const [oldWhole, oldCompany] = await Promise.all(
      [path, one].map((file) => ofOtherVersion(file, (migrations) => migrations.slice(0, -1))),
    );
    await expect(openRestorable(oldWhole ?? "")).rejects.toThrow(
      /^[^\n]+is of an older version [^\n]+\. Restore it with that version, then start this one\.$/,
    );
    await expect(openRestorable(oldCompany ?? "")).rejects.toThrow(
      /^[^\n]+is of an older version [^\n]+\. Restore it with that version into a new [^\n]+, back up the company there, and restore that\.$/,
    );
  });

  test("a program refuses to back up a database of a newer or older version", async () => {
    const [older, newer] = [
      await createOlderDatabase("0006_search_in_parts.sql"),
      await database(),
    ];
    onTestFinished(() => older.drop());
    await newer.sql(
      "insert into schema_migration (name, checksum) values ($1, $2)",
      Object.values(FROM_THE_FUTURE),
    );
    const refused = newFile();
    await expect(
      backUp({ connectionString: older.connectionString, path: refused }),
    ).rejects.toThrow(
      /^The database is older than this program: back it up with the version that runs on it, or start this one first\.$/,
    );
    await expect(
      backUp({ connectionString: newer.connectionString, path: refused }),
    ).rejects.toThrow(
      /^The database is newer than this program: back it up with the version that runs on it\.$/,
    );
    expect(existsSync(refused)).toBe(false);
  });
});

describe("backups of one company", () => {
  test.each(["installation", "company"] as const)(
    "after the restore of a backup of the %s, notifications and mails that were still to be sent at the time of the backup are not sent",
    async (extent) => {
      const source = await withEdgeCases();
      const { connectionString, sql } = source;
      await sql("update notification set mail = 'due', mail_due_at = now(), delivery_id = null");
      await sql("update mail_delivery set state = 'deferred', next_attempt_at = now()");
      await sql(
        "insert into activity_task (company_id, activity_id, consumer) select company_id, id, 'test' from activity",
      );
      await sql(`update activity set pending = '{"test": null}'`);
      const path = newFile();
      const only = extent === "company" ? { company: edgeCompany().subdomain } : {};
      await backUp({ connectionString, path, ...only });
      const target = extent === "company" ? source : await createTestDatabase("empty");
      if (target === source) await sql("delete from company where id = $1", [edgeCompany().id]);
      else onTestFinished(() => target.drop());
      await restore(path, target.connectionString);
      const waiting = `select
        (select count(*)::int from notification where company_id = $1) > 0 as "areRestored",
        (select count(*)::int from notification where company_id = $1 and mail = 'due') as due,
        (select count(*)::int from mail_delivery where company_id = $1 and state in ('sending', 'deferred')) as unsent,
        (select count(*)::int from activity_task where company_id = $1) as tasks,
        (select count(*)::int from activity where company_id = $1 and pending <> '{}') as waiting`;
      expect(await target.sql(waiting, [edgeCompany().id])).toEqual([
        { areRestored: true, due: 0, unsent: 0, tasks: 0, waiting: 0 },
      ]);
    },
  );

  test("a company backup that was made before recovery codes existed can be restored", async () => {
    const source = await withEdgeCases();
    const [path, old] = [newFile(), newFile()];
    await backUp({
      connectionString: source.connectionString,
      path,
      company: edgeCompany().subdomain,
    });
    const records = await recordsOf(path);
    const start = records.findIndex(
      (record) => record.kind === "table" && record.table === "recovery_code",
    );
    const end = records.findIndex((record, at) => at > start && record.kind === "tableEnd");
    const without = records
      .toSpliced(start, end - start + 1)
      .flatMap((record): BackupRecord[] => [
        record.kind === "end"
          ? { ...record, tables: record.tables - 1, rows: record.rows - 10 }
          : record,
      ]);
    writeRecords(old, without, 2);
    const target = await database();
    await restore(old, target.connectionString, { isForeignAccepted: true });
    expect(await target.sql("select from authenticator")).toHaveLength(1);
    expect(await target.sql("select from recovery_code")).toEqual([]);
  });

  test("a company that was restored into a second installation can be backed up there and restored unchanged into the first installation", async () => {
    const source = await withEdgeCases();
    const [first, second] = [newFile(), newFile()];
    await backUp({
      connectionString: source.connectionString,
      path: first,
      company: edgeCompany().subdomain,
    });
    await removeWhatForeignFilesLose(source);
    const before = await checksums(source);
    const between = await createTestDatabase("empty");
    onTestFinished(() => between.drop());
    await restore(first, between.connectionString, { isForeignAccepted: true });
    await backUp({
      connectionString: between.connectionString,
      path: second,
      company: edgeCompany().subdomain,
    });
    await source.sql("delete from company where id = $1", [edgeCompany().id]);
    await restore(second, source.connectionString, {
      isForeignAccepted: true,
      arePeopleSame: true,
    });
    expect(withoutSignIns(await checksums(source))).toEqual(withoutSignIns(before));
  });

  test("restoring a company into a database of an older or newer version is refused with advice", async () => {
    const source = await withEdgeCases();
    const path = newFile();
    await backUp({
      connectionString: source.connectionString,
      path,
      company: edgeCompany().subdomain,
    });
    const older = await createOlderDatabase("0006_search_in_parts.sql");
    onTestFinished(() => older.drop());
    const newer = await database();
    await newer.sql(
      "insert into schema_migration (name, checksum) values ($1, $2)",
      Object.values(FROM_THE_FUTURE),
    );
    // The newer database is not in use, so the restore tries to migrate the database and fails.
    await expect(restore(path, newer.connectionString)).rejects.toThrow(StartError);
    for (const target of [older, newer]) await createFactories(target.sql).company();
    await expect(restore(path, older.connectionString)).rejects.toThrow(
      /^The database is older than this program: start the portal once, then restore\.$/,
    );
    await expect(restore(path, newer.connectionString)).rejects.toThrow(
      /^The database is newer than this program and the backup\. Restore it with this version into a new [^\n]+$/,
    );
  });

  test("the restore of a company is refused if the company still exists or the id of one of its accounts is in use", async () => {
    const source = await withEdgeCases();
    const path = newFile();
    await backUp({
      connectionString: source.connectionString,
      path,
      company: edgeCompany().subdomain,
    });
    const refused = async (target: TestDatabase) => {
      const before = await checksums(target);
      await expect(restore(path, target.connectionString)).rejects.toThrow(/^[^\n]+$/);
      const after = await checksums(target);
      for (const name of Object.keys(after)) if (name.startsWith("sequence")) delete before[name];
      for (const name of Object.keys(after)) if (name.startsWith("sequence")) delete after[name];
      expect(after).toEqual(before);
    };
    await refused(source);
    const target = await database();
    await target.sql(
      "insert into user_account (id, username, password_hash) overriding system value select id, id || '@else.example', 'x' from generate_series(1, 3) id",
    );
    await refused(target);
  });

  test("the restore of a company creates no super admin", async () => {
    const source = await database();
    const make = createFactories(source.sql);
    const created = await make.company();
    const admin = await make.user("super_admin", created);
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path, company: created.subdomain });
    const target = await database();
    await restore(path, target.connectionString);
    expect(await target.sql("select id::int, role from user_account")).toEqual([
      { id: admin.id, role: "company_admin" },
    ]);
  });
});

describe("search data in backups", () => {
  /**
   * Writes a backup in format 1, which contains the search table. The rows of this table contain a
   * text that no item has, so that the tests notice if a restore inserts the rows.
   */
  function writeFormat1(path: string, records: BackupRecord[], rows: Buffer): void {
    const count = rows.toString().split("\n").length - 1;
    const columns = [
      "company_id",
      "feedback_id",
      "document",
      "board_id",
      "board_category_id",
      "status",
      "category",
    ];
    const withSearch = records.flatMap((record): BackupRecord[] => {
      if (record.kind === "sequences") {
        return [
          { kind: "table", table: "feedback_search", columns, isVisitors: false },
          { kind: "rows", block: rows.subarray(0, 100) },
          { kind: "rows", block: rows.subarray(100) },
          { kind: "tableEnd", rows: count },
          record,
        ];
      }
      return [
        record.kind === "end"
          ? { ...record, tables: record.tables + 1, rows: record.rows + count }
          : record,
      ];
    });
    writeRecords(path, withSearch, 1);
  }

  test.each(["installation", "company"] as const)(
    "a backup of the %s contains no search data, and a restore rebuilds the search data and ignores the search data in backups of format 1",
    async (extent) => {
      const source = await withEdgeCases();
      const [path, old] = [newFile(), newFile()];
      const { connectionString } = source;
      const only = extent === "company" ? edgeCompany().subdomain : undefined;
      const { rows } = await backUp({ connectionString, path, company: only });
      if (extent === "company") await removeWhatForeignFilesLose(source);
      const before = await checksums(source);
      const records = await recordsOf(path);
      expect(
        records.flatMap((record) => (record.kind === "table" ? [record.table] : [])),
      ).toContain("feedback_item");
      expect(
        records.flatMap((record) => (record.kind === "table" ? [record.table] : [])),
      ).not.toContain("feedback_search");
      const search = await source.sql<{ line: string }>(
        `select concat_ws(chr(9), company_id, feedback_id, 'nobody wrote this', board_id, '\\N', 'complete', 'bug') as line
         from feedback_search where $1::bigint is null or company_id = $1`,
        [extent === "company" ? edgeCompany().id : null],
      );
      writeFormat1(old, records, Buffer.from(search.map(({ line }) => `${line}\n`).join("")));
      expect(search.length).toBeGreaterThan(5);
      if (extent === "company")
        await source.sql("delete from company where id = $1", [edgeCompany().id]);
      const target = extent === "company" ? source : await database();
      const restored = await restore(old, target.connectionString, {
        isForeignAccepted: extent === "company",
        arePeopleSame: true,
      });
      expect(restored.rows).toBe(rows + search.length);
      const after = await checksums(target);
      expect(after["feedback_search"]).toBe(before["feedback_search"]);
      const compared = (sums: typeof after) => (extent === "company" ? withoutSignIns(sums) : sums);
      expect(compared(after)).toEqual(compared(before));
    },
  );

  test.each(["installation", "company"] as const)(
    "a restore of the %s lower-cases search data by the rules of the target database",
    async (extent) => {
      // The ASCII locale lower-cases only the letters A to Z, so the source's search data keep the
      // other letters of the title in upper case.
      const source = await createTestDatabase("ascii");
      onTestFinished(() => source.drop());
      const make = createFactories(source.sql);
      const created = await make.company();
      const title = "ÜBERSICHT über Änderungen, auch ΣΊΣΥΦΟΣ";
      await make.item(await make.board(created), { title });
      const path = newFile();
      const only = extent === "company" ? created.subdomain : undefined;
      await backUp({ connectionString: source.connectionString, path, company: only });
      const target = await database();
      await restore(path, target.connectionString, { isForeignAccepted: extent === "company" });
      const opened = openDatabase({
        connectionString: target.connectionString,
        onIdleError: () => undefined,
      });
      const app = await buildApp({
        config: loadConfig({ LOG_LEVEL: "silent" }),
        database: opened,
        changes: localFeed(),
        logger: pino({ level: "silent" }),
      });
      onTestFinished(async () => {
        await app.close();
        await opened.close();
      });
      for (const words of [title, "ÜBERSICHT", "änderungen"]) {
        const { status, body } = await visitorOf(app, created.host, undefined).get(
          `/api/feedback?search=${encodeURIComponent(words)}`,
        );
        expect(status).toBe(200);
        expect(body, words).toMatchObject([{ title }]);
      }
    },
  );
});

describe("backups and migrations", () => {
  const SEARCH = "0006_search_in_parts.sql";

  async function older(): Promise<TestDatabase> {
    const created = await createOlderDatabase(SEARCH);
    onTestFinished(() => created.drop());
    const make = createFactories(created.sql);
    await make.item(await make.board(await make.company()), { title: "Findable thing" });
    return created;
  }

  /** Locks a table until the returned function is called. */
  async function lock(
    { connectionString }: TestDatabase,
    table: string,
    mode: string,
  ): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`begin; lock table ${table} in ${mode} mode`);
    return async () => void (await client.query("commit"));
  }

  test("a backup waits for a running migration and contains the data after the migration", async () => {
    const source = await older();
    const { connectionString } = source;
    const release = await lock(source, "feedback_item", "access share");
    const lines: string[] = [];
    const migrated = migrate(connectionString, { log: (line) => lines.push(line) });
    await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
    const path = newFile();
    const made = backUp({ connectionString, path, log: (line) => lines.push(line) });
    await expect
      .poll(() => lines, { timeout: 5_000 })
      .toContain("The database is being migrated: waiting for that to end.");
    await release();
    const last = (await readMigrations()).at(-1)?.name ?? "";
    expect((await migrated).at(-1)).toBe(last);
    await made;
    const target = await database();
    await restore(path, target.connectionString);
    const found = "select from feedback_search where document like 'findable%'";
    expect(await target.sql(found)).toHaveLength(1);
  });

  test("a migration waits for a running backup", async () => {
    const source = await database();
    const { connectionString } = source;
    const release = await lock(source, "user_vote", "access exclusive");
    const made = backUp({ connectionString, path: newFile() });
    await expect
      .poll(() =>
        source.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toHaveLength(1);
    // Deletes the row of the last migration for a short time. The migration is then pending, so
    // that `migrate` must wait for the backup.
    const [last] = await source.sql<{ name: string; checksum: string }>(
      "delete from schema_migration where name = (select max(name) from schema_migration) returning name, checksum",
    );
    const lines: string[] = [];
    const migrated = migrate(connectionString, { log: (line) => lines.push(line) });
    await expect.poll(() => lines).toEqual([expect.stringMatching(/waiting for .* a backup\.$/)]);
    await source.sql("insert into schema_migration (name, checksum) values ($1, $2)", [
      last?.name,
      last?.checksum,
    ]);
    await release();
    await made;
    expect(await migrated).toEqual([]);
  });
});
