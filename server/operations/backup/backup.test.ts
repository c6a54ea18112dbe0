import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildApp } from "#server/app/buildApp.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate, readMigrations } from "#server/platform/db/migrate.ts";
import { StartError } from "#server/platform/db/startError.ts";
import { seedDemo } from "#server/operations/demo/seedDemo.ts";
import { checksums, recordsOf, writeRecords } from "#server/checks/fixtures/backupFiles.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { createOlderDatabase } from "#server/checks/fixtures/olderDatabase.ts";
import type { OwnerSql, TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createFilledDatabase, createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { bySize } from "#server/checks/fixtures/testSize.ts";
import { visitorOf } from "#server/checks/fixtures/testPortal.ts";
import { backUp } from "./backUp.ts";
import type { BackupRecord, Header } from "./backupRecords.ts";
import { isDerived, listTables } from "./catalogue.queries.ts";
import { EXCLUDED_TABLES } from "./companyRows.ts";
import { connect } from "./connection.queries.ts";
import type { RestoreOptions } from "./restoreBackup.ts";
import { openRestorable, restoreBackup } from "./restoreBackup.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hearback-backup-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `${String((files += 1))}.backup`);

async function database(from?: TestDatabase): Promise<TestDatabase> {
  const made = await createTestDatabase(from);
  onTestFinished(() => made.drop());
  return made;
}

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

/** The database with edge cases, which is also filled once and copied. */
let edgeCases: TestDatabase;
/** The company with edge cases. */
let company: { id: number; subdomain: string };
beforeAll(async () => {
  ({ database: edgeCases, filled: company } = await createFilledDatabase(({ sql }) =>
    fillWithEdgeCases(sql),
  ));
});
afterAll(() => edgeCases.drop());

const withEdgeCases = () => database(edgeCases);

async function restore(path: string, connectionString: string, options?: RestoreOptions) {
  const file = await openRestorable(path);
  try {
    return await restoreBackup(file, connectionString, options);
  } finally {
    await file.close();
  }
}

/**
 * Tables without company data. A table with company data must reference a company or its accounts
 * with `on delete cascade`.
 */
const INSTALLATION_TABLES = [
  "announcement",
  "backup_key",
  "certificate_host",
  "deployment",
  "faq",
  "landing_page",
  "retired_subdomain",
  "site_audit_entry",
  "site_logo",
  "site_settings",
  "throttle",
];

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

const FROM_THE_FUTURE = { name: "9999_from_the_future.sql", checksum: "x" };

/**
 * Fills a database with edge cases: unusual and large texts, random binary files, changed items and
 * gaps in ids.
 */
async function fillWithEdgeCases(sql: OwnerSql): Promise<{ id: number; subdomain: string }> {
  const make = createFactories(sql);
  const texts = [
    "back\\slash \\N \\. tab\tnew\nline\r\n",
    "quote ' \" $$ ; -- {NULL}",
    "ä ß 漢字 עברית 👩‍👩‍👧 \u{1F600} \u200D \u2028 \u0001\u001F",
    "\\.",
    "x".repeat(10_000),
    "\u{10FFFF}".repeat(10_000),
  ];
  const edgeCompany = await make.company("Ünïcode \\. & Söhne");
  const other = await make.company();
  const [own, guest, stranger, admin] = [
    await make.user("user", edgeCompany),
    await make.user("user", other),
    await make.user("company_admin", other),
    await make.user("company_admin", edgeCompany),
  ];
  const boards = [
    await make.board(edgeCompany),
    await make.board(edgeCompany, { isPrivate: true }),
    await make.board(other),
  ];
  const label = await make.category(edgeCompany);
  for (const text of texts) {
    for (const board of boards) {
      const author = board === boards[2] ? stranger : own;
      const item = await make.item(board, {
        description: text,
        title: text.slice(0, 100),
        userId: author.id,
      });
      await make.comment(item, { content: text.slice(0, 2500), userId: guest.id });
      await sql(
        `with vote as (insert into user_vote (company_id, feedback_id, user_id)
           select company_id, id, $2::bigint from feedback_item where id = $1)
         update feedback_item set votes = votes + 1 where id = $1`,
        [item.id, stranger.id],
      );
    }
  }
  await sql(
    "update feedback_item set status = 'planned', board_category_id = $1 where board_id = $2",
    [label.id, boards[0]?.id],
  );
  await sql(
    "delete from feedback_item where id in (select id from feedback_item order by id desc limit 2)",
  );
  for (const { id } of [edgeCompany, other]) {
    await sql(
      "insert into company_logo (company_id, content_type, content) values ($1, 'image/png', $2)",
      [id, randomBytes(400_000 + randomInt(1000))],
    );
  }
  await sql("insert into site_logo (content_type, content) values ('image/png', $1)", [
    Buffer.from([0, 1, 92, 0, 10, 255]),
  ]);
  await sql("insert into throttle (key, hits) values ('k', 3)");
  await sql("insert into retired_subdomain (subdomain) values ('gone-for-good')");
  await sql(
    "update site_settings set site_name = 'Restored', deployment_count = 7, branding_settings = '{\"primaryColor\": \"#123456\"}'",
  );
  await sql(
    "insert into faq (question, answer) select 'q' || n, repeat('a', n) from generate_series(1, 500) n",
  );
  await sql("insert into announcement (title, content) values ('t', 'c')");
  await sql("insert into deployment (build) values ('b')");
  for (const { id } of [admin, stranger]) await fillAccount(sql, id);
  for (const [{ id }, actor] of [
    [edgeCompany, admin],
    [other, stranger],
  ] as const)
    await addHistory(sql, id, actor);
  return edgeCompany;
}

/** Adds a password reset, a mailed code, a known device and a second factor with recovery codes. */
async function fillAccount(sql: TestDatabase["sql"], userId: number): Promise<void> {
  await sql("insert into password_reset (user_id, token_hash, expires_at) values ($1, $2, now())", [
    userId,
    randomBytes(32),
  ]);
  await sql(
    `insert into email_confirmation (user_id, username, salt, code_hash, expires_at)
     select id, username, $2, $3, now() from user_account where id = $1`,
    [userId, randomBytes(16), randomBytes(32)],
  );
  await sql("insert into known_device (user_id, token_hash) values ($1, $2)", [
    userId,
    randomBytes(32),
  ]);
  await sql(
    "insert into authenticator (user_id, secret, recovery_salt, confirmed_at) values ($1, $2, $3, now())",
    [userId, randomBytes(20), randomBytes(16)],
  );
  for (let n = 0; n < 10; n += 1)
    await sql("insert into recovery_code (user_id, code_hash) values ($1, $2)", [
      userId,
      randomBytes(32),
    ]);
}

/**
 * Adds audit entries, status changes, an unused hand-off code, and the rows of `addNotifications`
 * and `addModeration`.
 */
async function addHistory(
  sql: TestDatabase["sql"],
  companyId: number,
  admin: { id: number; username: string },
): Promise<void> {
  await sql(
    `insert into status_change (company_id, feedback_id, user_id, from_status, to_status, note)
     select company_id, id, $2, 'new', 'planned', 'Why' from feedback_item where company_id = $1`,
    [companyId, admin.id],
  );
  await sql(
    `insert into audit_entry (company_id, actor_id, actor_username, action, details, ip)
     values ($1, $2, $3, 'board.create', '{"a": "\\\\N"}', '::1')`,
    [companyId, admin.id, admin.username],
  );
  await addNotifications(sql, companyId, admin.id);
  await addModeration(sql, companyId, admin.id);
  await sql(
    "insert into site_audit_entry (actor_username, action, ip) values ($1, 'site.update', '::1')",
    [admin.username],
  );
  await sql(
    "insert into handoff (code_hash, session_id, target_company_id, expires_at) select $1::bytea, id, $3::bigint, now() from session where user_id = $2 limit 1",
    [randomBytes(32), admin.id, companyId],
  );
}

/** Adds a report of each item, a blocked account, and a change that can be undone. */
async function addModeration(
  sql: TestDatabase["sql"],
  companyId: number,
  userId: number,
): Promise<void> {
  await sql(
    `insert into report (company_id, feedback_id, user_id, reason, note)
     select company_id, id, $2, 'spam', 'Advertises a shop' from feedback_item where company_id = $1`,
    [companyId, userId],
  );
  await sql("insert into blocked_account (company_id, user_id) values ($1, $2)", [
    companyId,
    userId,
  ]);
  await sql(
    `insert into undo_entry (company_id, token_hash, user_id, kind, data)
     values ($1, sha256('token'), $2, 'closing', '{"closings": []}')`,
    [companyId, userId],
  );
}

/**
 * Adds a follower and a mailed notification for each item, an invitation, an import, a saved view
 * and a suppressed e-mail address.
 */
async function addNotifications(
  sql: TestDatabase["sql"],
  companyId: number,
  userId: number,
): Promise<void> {
  await sql(
    "insert into follow (company_id, feedback_id, user_id, level) select company_id, id, $2, 'off' from feedback_item where company_id = $1",
    [companyId, userId],
  );
  await sql(
    `with happened as (
       insert into activity (company_id, feedback_id, kind, actor_id, origin)
       select company_id, id, 'comment_added', $2, 'http://a.localhost' from feedback_item where company_id = $1
       returning company_id, id, feedback_id
     ), delivery as (
       insert into mail_delivery (company_id, user_id, kind, feedback_id, state)
       select company_id, $2, 'immediate', feedback_id, 'sent' from happened
       returning id, feedback_id
     )
     insert into notification
       (company_id, user_id, activity_id, feedback_id, reason, mail, mail_pace, delivery_id)
     select company_id, $2, happened.id, feedback_id, 'voted', 'mailed', 'immediate', delivery.id
     from happened join delivery using (feedback_id)`,
    [companyId, userId],
  );
  await sql(
    `insert into invitation (company_id, username, role, inviter_id, link_token_hash, expires_at)
     values ($1, 'invited@example.com', 'user', $2, decode(repeat('ab', 32), 'hex'),
       now() + interval '7 days')`,
    [companyId, userId],
  );
  await sql(
    `with run as (
       insert into import_run (company_id, source, file_name, state, progress, counts, finished_at)
       values ($1, 'csv', 'feedback.csv', 'done', '{}', '[]', now()) returning company_id, id
     ), part as (
       insert into import_part (company_id, import_id, section, part, content)
       select company_id, id, 'file', 0, 'title' from run
     ), item as (
       insert into imported_item (company_id, source, key, feedback_id, record)
       select company_id, 'csv', 'id:1', id, '{}' from feedback_item
       where company_id = $1 order by id limit 1 returning feedback_id
     ), entry as (
       insert into imported_entry (company_id, source, kind, key, comment_id)
       select company_id, 'csv', 'comment', 'id:2', id from comment
       where company_id = $1 order by id limit 1
     ), person as (
       insert into imported_person (company_id, key, user_id) values ($1, 'person', null)
     )
     insert into import_record
       (company_id, import_id, position, kind, line, key, title, fate, feedback_id)
     select company_id, id, 1, 'item', 2, 'id:1', 'Title', 'new', feedback_id from run, item`,
    [companyId],
  );
  await sql(
    `insert into saved_view (company_id, name, filters, assignee_id)
     values ($1, 'Mine, newest first', '{"sort": "date"}', $2)`,
    [companyId, userId],
  );
  await sql(
    `insert into mail_suppression (address, reason, detail)
     select lower(username), 'bounced', '5.1.1' from user_account where id = $1`,
    [userId],
  );
}

/** Removes the checksums of four tables that a company backup does not include. */
function withoutSignIns(sums: Record<string, string>): Record<string, string> {
  const { session: _, handoff: __, email_confirmation: ___, activity_task: ____, ...rest } = sums;
  return rest;
}

describe("backups of an installation", () => {
  test.each(["demo", "odd"] as const)(
    "the restore of an installation's backup with %s data restores every table and sequence",
    async (kind) => {
      const source = kind === "demo" ? await withDemo() : await withEdgeCases();
      const before = await checksums(source);
      const path = newFile();
      const made = await backUp({ connectionString: source.connectionString, path });
      const target = await createTestDatabase("empty");
      onTestFinished(() => target.drop());
      const restored = await restore(path, target.connectionString);
      expect(restored.rows).toBe(made.rows);
      expect(await checksums(target)).toEqual(before);
      expect(Number((before["feedback_item"] ?? "").split(" ")[0])).toBeGreaterThan(10);
    },
  );

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
          [company.id],
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
    const source = await createTestDatabase(edgeCases);
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

  test("a backup file is readable only by its owner, is not left behind by a failed backup, and never replaces another file", async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const source = await database();
    await expect(backUp({ connectionString: source.connectionString, path })).rejects.toThrow(
      /is there already/,
    );
    expect(readFileSync(path).equals(whole)).toBe(true);
    const elsewhere = join(folder, "missing", "x.backup");
    await expect(
      backUp({ connectionString: source.connectionString, path: elsewhere }),
    ).rejects.toThrow(/cannot be written \(ENOENT\)/);
    const unreachable = newFile();
    await expect(
      backUp({ connectionString: "postgres://nobody@127.0.0.1:1/nothing", path: unreachable }),
    ).rejects.toThrow(/ECONNREFUSED/);
    expect(existsSync(unreachable)).toBe(false);
  });

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
    for (let n = 0; n < bySize(5, 20); n += 1) lengths.push(randomInt(whole.length));
    for (const length of lengths) {
      expect(await refusalOf(whole.subarray(0, length)), String(length)).toMatch(
        /^[^\n]+(?:is incomplete|is not a backup)[^\n]+$/,
      );
    }
  });

  test("a backup file with a changed bit or additional bytes is refused", async () => {
    for (let n = 0; n < bySize(12, 40); n += 1) {
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
  test("the backup of a company restores the deleted company and changes no other company", async () => {
    const source = await withEdgeCases();
    const before = await checksums(source);
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path, company: company.subdomain });
    await source.sql("delete from company where id = $1", [company.id]);
    expect(
      await source.sql("select from retired_subdomain where subdomain = $1", [company.subdomain]),
    ).toHaveLength(1);
    await restore(path, source.connectionString);
    expect(withoutSignIns(await checksums(source))).toEqual(withoutSignIns(before));
  });

  test("the backup of a company contains other companies' users without their password hashes", async () => {
    const source = await withEdgeCases();
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path, company: company.subdomain });
    const target = await database();
    await restore(path, target.connectionString);
    expect(await target.sql("select name from company")).toEqual([{ name: "Ünïcode \\. & Söhne" }]);
    const guests = await target.sql<{ password: string }>(
      "select username, role, password_hash as password from user_account where home_company_id is null",
    );
    expect(guests).toHaveLength(2);
    const hashes = await source.sql<{ password: string }>(
      "select password_hash as password from user_account",
    );
    for (const { password } of guests) {
      expect(password).toMatch(/^\$argon2id\$/);
      expect(hashes.map((row) => row.password)).not.toContain(password);
    }
    const items = `select id, title, votes, comments_count from feedback_item where company_id = ${String(company.id)} order by id`;
    expect(await target.sql(items)).toEqual(await source.sql(items));
    expect(await target.sql("select from faq")).toEqual([]);
    const [next] = await target.sql<{ id: string }>(
      "insert into user_account (username, password_hash) values ('next@example.com', 'x') returning id",
    );
    const [highest] = await source.sql<{ id: string }>(
      "select max(id) as id from user_account where id in (select user_id from user_vote) or home_company_id = $1",
      [company.id],
    );
    expect(Number(next?.id)).toBeGreaterThan(Number(highest?.id));
  });

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
      const path = newFile();
      const only = extent === "company" ? { company: company.subdomain } : {};
      await backUp({ connectionString, path, ...only });
      const target = extent === "company" ? source : await createTestDatabase("empty");
      if (target === source) await sql("delete from company where id = $1", [company.id]);
      else onTestFinished(() => target.drop());
      await restore(path, target.connectionString);
      const waiting = `select
        (select count(*)::int from notification where company_id = $1) > 0 as "areRestored",
        (select count(*)::int from notification where company_id = $1 and mail = 'due') as due,
        (select count(*)::int from mail_delivery where company_id = $1 and state in ('sending', 'deferred')) as unsent,
        (select count(*)::int from activity_task where company_id = $1) as tasks`;
      expect(await target.sql(waiting, [company.id])).toEqual([
        { areRestored: true, due: 0, unsent: 0, tasks: 0 },
      ]);
    },
  );

  test("the backup of a company includes every table with company data, except the tables that are excluded by name", async () => {
    const source = await withEdgeCases();
    const { connectionString, sql } = source;
    // A backup contains the tables `hanging` and `further`, because their rows belong to accounts
    // through other tables. A backup omits the table `noted`, because its rows only name users.
    await sql(
      "create table hanging (id int primary key, code bigint references authenticator on delete cascade)",
    );
    await sql("create table further (hanging_id int references hanging on delete cascade)");
    await sql(
      "create table noted (id int, actor_id bigint references user_account on delete set null)",
    );
    await sql(
      "insert into hanging select 1, user_id from authenticator a join user_account u on u.id = a.user_id where home_company_id = $1",
      [company.id],
    );
    await sql("insert into further values (1)");
    const path = newFile();
    await backUp({ connectionString, path, company: company.subdomain });
    const rows = new Map<string, number>();
    let table = "";
    for (const record of await recordsOf(path)) {
      if (record.kind === "table") table = record.table;
      if (record.kind === "tableEnd") rows.set(table, record.rows);
    }
    // Each table must have rows, because otherwise the comparisons of other tests would not cover
    // the table.
    expect([...rows].filter(([, count]) => count === 0)).toEqual([]);
    const connection = await connect(connectionString);
    const others = (await listTables(connection)).filter(
      ({ name }) => !rows.has(name) && !isDerived(name),
    );
    await connection.close();
    expect(others.map(({ name }) => name).toSorted()).toEqual(
      [...INSTALLATION_TABLES, ...EXCLUDED_TABLES, "noted"].toSorted(),
    );
  });

  test("a company backup that was made before recovery codes existed can be restored", async () => {
    const source = await withEdgeCases();
    const [path, old] = [newFile(), newFile()];
    await backUp({ connectionString: source.connectionString, path, company: company.subdomain });
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
    // A restore of a company from a file that this installation did not sign removes all
    // confirmations of e-mail addresses, so the source must have no confirmed address either.
    await source.sql("update user_account set confirmed_at = null");
    const before = await checksums(source);
    const [first, second] = [newFile(), newFile()];
    await backUp({
      connectionString: source.connectionString,
      path: first,
      company: company.subdomain,
    });
    const between = await createTestDatabase("empty");
    onTestFinished(() => between.drop());
    await restore(first, between.connectionString, { isForeignAccepted: true });
    await backUp({
      connectionString: between.connectionString,
      path: second,
      company: company.subdomain,
    });
    await source.sql("delete from company where id = $1", [company.id]);
    await restore(second, source.connectionString, {
      isForeignAccepted: true,
      arePeopleSame: true,
    });
    expect(withoutSignIns(await checksums(source))).toEqual(withoutSignIns(before));
  });

  test("restoring a company into a database of an older or newer version is refused with advice", async () => {
    const source = await withEdgeCases();
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path, company: company.subdomain });
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
    await backUp({ connectionString: source.connectionString, path, company: company.subdomain });
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
      // A restore of a company from a file that this installation did not sign removes all
      // confirmations of e-mail addresses, so the source must have no confirmed address either.
      await source.sql("update user_account set confirmed_at = null");
      const before = await checksums(source);
      const [path, old] = [newFile(), newFile()];
      const { connectionString } = source;
      const only = extent === "company" ? company.subdomain : undefined;
      const { rows } = await backUp({ connectionString, path, company: only });
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
        [extent === "company" ? company.id : null],
      );
      writeFormat1(old, records, Buffer.from(search.map(({ line }) => `${line}\n`).join("")));
      expect(search.length).toBeGreaterThan(5);
      if (extent === "company") await source.sql("delete from company where id = $1", [company.id]);
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
