import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checksums, recordsOf } from "#server/checks/fixtures/backupFiles.ts";
import {
  createBackupScene,
  database,
  edgeCompany,
  newFile,
  restore,
  withEdgeCases,
  withoutSignIns,
} from "#server/checks/fixtures/backupScene.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { backUp } from "./backUp.ts";
import { isDerived, listTables } from "./catalogue.queries.ts";
import { EXCLUDED_TABLES } from "./companyRows.ts";
import { connect } from "./connection.queries.ts";
import { openRestorable } from "./restoreBackup.ts";

createBackupScene();

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
  "removed_picture",
  "retired_subdomain",
  "sign_in_provider",
  "site_audit_entry",
  "site_logo",
  "site_settings",
  "throttle",
];

describe("backups of an installation", () => {
  test("the restore of an installation's backup restores every table and sequence", async () => {
    const source = await withEdgeCases();
    const before = await checksums(source);
    const path = newFile();
    const made = await backUp({ connectionString: source.connectionString, path });
    expect(made.storedPictures).toBe(0);
    const target = await createTestDatabase("empty");
    onTestFinished(() => target.drop());
    const restored = await restore(path, target.connectionString);
    expect(restored.rows).toBe(made.rows);
    expect(await checksums(target)).toEqual(before);
    expect(Number((before["feedback_item"] ?? "").split(" ")[0])).toBeGreaterThan(10);
  });

  test("a backup counts the pictures whose files are only in the store", async () => {
    const { connectionString, sql } = await createTestDatabase();
    const [company] = await sql<{ id: string }>(
      "insert into company (name, subdomain) values ('Acme', 'acme'), ('Other', 'other') returning id",
    );
    await sql(
      `insert into picture (company_id, width, height, bytes, is_in_store)
       select $1::bigint, 9, 9, 1, true from generate_series(1, 3)`,
      [company?.id],
    );
    const made = async (subdomain: string) =>
      (await backUp({ connectionString, path: newFile(), company: subdomain })).storedPictures;
    expect([await made("acme"), await made("other")]).toEqual([3, 0]);
    expect((await backUp({ connectionString, path: newFile() })).storedPictures).toBe(3);
  });

  test("a backup file is readable only by its owner, is not left behind by a failed backup, and never replaces another file", async () => {
    const source = await database();
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const whole = readFileSync(path);
    await expect(backUp({ connectionString: source.connectionString, path })).rejects.toThrow(
      /is there already/,
    );
    expect(readFileSync(path).equals(whole)).toBe(true);
    const elsewhere = join(newFile(), "x.backup");
    await expect(
      backUp({ connectionString: source.connectionString, path: elsewhere }),
    ).rejects.toThrow(/cannot be written \(ENOENT\)/);
    const unreachable = newFile();
    await expect(
      backUp({ connectionString: "postgres://nobody@127.0.0.1:1/nothing", path: unreachable }),
    ).rejects.toThrow(/ECONNREFUSED/);
    expect(existsSync(unreachable)).toBe(false);
  });

  test("a backup file with a changed bit is refused", async () => {
    const source = await database();
    const [path, altered] = [newFile(), newFile()];
    await backUp({ connectionString: source.connectionString, path });
    const content = readFileSync(path);
    const middle = content.length >> 1;
    content[middle] = (content[middle] ?? 0) ^ 1;
    writeFileSync(altered, content);
    await expect(openRestorable(altered)).rejects.toThrow(/its checksum is wrong/);
  });
});

describe("backups of one company", () => {
  test("the backup of a company restores the deleted company and changes no other company", async () => {
    const source = await withEdgeCases();
    const before = await checksums(source);
    const path = newFile();
    await backUp({
      connectionString: source.connectionString,
      path,
      company: edgeCompany().subdomain,
    });
    await source.sql("delete from company where id = $1", [edgeCompany().id]);
    expect(
      await source.sql("select from retired_subdomain where subdomain = $1", [
        edgeCompany().subdomain,
      ]),
    ).toHaveLength(1);
    await restore(path, source.connectionString);
    expect(withoutSignIns(await checksums(source))).toEqual(withoutSignIns(before));
  });

  test("the backup of a company contains other companies' users without their password hashes", async () => {
    const source = await withEdgeCases();
    const path = newFile();
    await backUp({
      connectionString: source.connectionString,
      path,
      company: edgeCompany().subdomain,
    });
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
    const items = `select id, title, votes, comments_count from feedback_item where company_id = ${String(edgeCompany().id)} order by id`;
    expect(await target.sql(items)).toEqual(await source.sql(items));
    expect(await target.sql("select from faq")).toEqual([]);
    const [next] = await target.sql<{ id: string }>(
      "insert into user_account (username, password_hash) values ('next@example.com', 'x') returning id",
    );
    const [highest] = await source.sql<{ id: string }>(
      "select max(id) as id from user_account where id in (select user_id from user_vote) or home_company_id = $1",
      [edgeCompany().id],
    );
    expect(Number(next?.id)).toBeGreaterThan(Number(highest?.id));
  });

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
      [edgeCompany().id],
    );
    await sql("insert into further values (1)");
    const path = newFile();
    await backUp({ connectionString, path, company: edgeCompany().subdomain });
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
});
