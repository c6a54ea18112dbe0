import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checksums, recordsOf, writeRecords } from "#server/checks/fixtures/backupFiles.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createFilledDatabase, createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { setIdRange } from "#server/platform/db/idRange.ts";
import { backUp } from "./backUp.ts";
import type { BackupRecord } from "./backupRecords.ts";
import type { RestoreOptions } from "./restoreBackup.ts";
import { openRestorable, restoreBackup } from "./restoreBackup.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hearback-signed-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `${String((files += 1))}.backup`);

async function database(from?: TestDatabase): Promise<TestDatabase> {
  const made = await createTestDatabase(from);
  onTestFinished(() => made.drop());
  return made;
}

async function restore(path: string, { connectionString }: TestDatabase, options?: RestoreOptions) {
  const file = await openRestorable(path);
  try {
    return await restoreBackup(file, connectionString, options);
  } finally {
    await file.close();
  }
}

/** An installation, its company, and a backup of the company. */
interface Installation {
  database: TestDatabase;
  company: { id: number; subdomain: string };
  path: string;
}

/**
 * Creates an installation with one company that has a verified domain, and a backup of the company.
 */
async function createInstallation(idRange?: number): Promise<Installation> {
  const { database: source, filled: company } = await createFilledDatabase(
    async ({ sql, connectionString }) => {
      if (idRange !== undefined) {
        await setIdRange(connectionString, idRange);
        await giveOtherKey({ sql });
      }
      const make = createFactories(sql);
      const made = await make.company();
      await make.item(await make.board(made), {
        userId: (await make.user("company_admin", made)).id,
      });
      await sql(
        `update company set custom_domain = 'ideas.acme.example', custom_domain_verified_at = now(),
           stripe_customer_id = 'cus_1' where id = $1`,
        [made.id],
      );
      return made;
    },
  );
  const path = newFile();
  const { connectionString } = source;
  await backUp({ connectionString, path, company: company.subdomain });
  return { database: source, company, path };
}

/** The installations that the tests copy: one without an id range, and one with the range 7. */
let plain: Installation;
let inRange7: Installation;
beforeAll(async () => {
  plain = await createInstallation();
  inRange7 = await createInstallation(7);
});
afterAll(async () => {
  await plain.database.drop();
  await inRange7.database.drop();
});

const giveOtherKey = ({ sql }: Pick<TestDatabase, "sql">) =>
  sql("update backup_key set installation = gen_random_uuid(), secret = sha256('other')");

const TOKEN = "7a9e3c50-1f42-4b8e-9d06-2c5b8e7f1a34";

const COMPANY = `select custom_domain_verified_at is not null as verified, custom_domain as domain,
  stripe_customer_id as customer from company`;

describe("signed backups of a company", () => {
  test("an installation restores a company from its own backup without the argument --foreign", async () => {
    const { company, path } = plain;
    const source = await database(plain.database);
    const before = await checksums(source);
    await source.sql("delete from company where id = $1", [company.id]);
    await restore(path, source);
    const { session: _, ...after } = await checksums(source);
    expect(before).toMatchObject(after);
  });

  test("a company's backup from another installation is restored only with --foreign, and the restore removes the company's domain verification, customer id and e-mail address confirmations", async () => {
    const { path } = plain;
    const target = await database();
    await giveOtherKey(target);
    const before = await checksums(target);
    await expect(restore(path, target)).rejects.toThrow(
      /^Nothing was restored: another installation made this backup\. [^\n]+ --foreign\.$/,
    );
    expect(await checksums(target)).toEqual(before);
    await restore(path, target, { isForeignAccepted: true });
    expect(await target.sql(COMPANY)).toEqual([
      { verified: false, domain: "ideas.acme.example", customer: null },
    ]);
    expect(await target.sql("select from user_account where confirmed_at is not null")).toEqual([]);
  });

  test("an unsigned backup of a company is restored only with --foreign", async () => {
    const { path } = plain;
    const unsigned = newFile();
    writeRecords(unsigned, await recordsOf(path), 2);
    const target = await database();
    await expect(restore(unsigned, target)).rejects.toThrow(
      /^Nothing was restored: this backup is not signed\. [^\n]+ --foreign\.$/,
    );
    await restore(unsigned, target, { isForeignAccepted: true });
    expect(await target.sql(COMPANY)).toMatchObject([{ verified: false }]);
  });

  test("a changed backup that names this installation is refused even with --foreign", async () => {
    const { path } = plain;
    const changed = newFile();
    writeRecords(changed, await recordsOf(path), 3);
    const target = await database();
    const before = await checksums(target);
    for (const isForeignAccepted of [false, true]) {
      await expect(restore(changed, target, { isForeignAccepted })).rejects.toThrow(
        /^Nothing was restored: the backup was changed after it was made\.$/,
      );
    }
    expect(await checksums(target)).toEqual(before);
  });
});

/** The options with which `deploy/move-company.sh` restores a company. */
const JOINED = { isForeignAccepted: true, arePeopleSame: true };

describe("a company moved to another installation", () => {
  test("a restore succeeds with a warning if the database's statistics cannot be updated", async () => {
    const { path } = plain;
    const target = await database();
    await target.sql(`
      create schema strange;
      create table strange.row (value int);
      create function strange.id(int) returns int language sql immutable as 'select $1';
      create index on strange.row (strange.id(value));
      insert into strange.row values (1);
      create or replace function strange.id(int) returns int language sql immutable as 'select $1 / 0'`);
    const lines: string[] = [];
    await restore(path, target, { isForeignAccepted: true, log: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringMatching(/^The statistics [^\n]+division by zero/)]);
    expect(await target.sql("select from company")).toHaveLength(1);
  });

  test("the ids of a moved company do not change the next ids of its new installation", async () => {
    const target = await database();
    const make = createFactories(target.sql);
    const { path } = inRange7;
    await setIdRange(target.connectionString, 8);
    const before = await make.company();
    await restore(path, target, { isForeignAccepted: true });
    expect((await make.company()).id).toBe(before.id + 1);
  });

  test("an installation without an id range refuses a company with ids of another installation's range", async () => {
    const { path } = inRange7;
    const target = await database();
    const before = await checksums(target);
    await expect(restore(path, target, { isForeignAccepted: true })).rejects.toThrow(
      /^Nothing was restored: [^\n]+ ID_RANGE [^\n]+$/,
    );
    expect(await checksums(target)).toEqual(before);
  });

  /**
   * Creates a backup with a vote of a visitor, and a target installation that has a different
   * account with the visitor's e-mail address.
   */
  async function visitorOfBoth(unconfirmed: "source" | "target" | "none") {
    const { company } = inRange7;
    const source = await database(inRange7.database);
    const visitor = await createFactories(source.sql).user("user");
    await source.sql(
      "insert into user_vote (company_id, feedback_id, user_id) select company_id, id, $1 from feedback_item",
      [visitor.id],
    );
    await source.sql(
      `update user_account
       set email_pace = 'off', time_zone = 'Asia/Tokyo', unsubscribe_token = $2 where id = $1`,
      [visitor.id, TOKEN],
    );
    const target = await database();
    await setIdRange(target.connectionString, 8);
    const same = await createFactories(target.sql).user("company_admin");
    await target.sql("update user_account set username = upper($1) where id = $2", [
      visitor.username,
      same.id,
    ]);
    const side = { source, target, none: undefined }[unconfirmed];
    await side?.sql("update user_account set confirmed_at = null");
    const backUpAgain = async () => {
      const path = newFile();
      const { connectionString } = source;
      await backUp({ connectionString, path, company: company.subdomain });
      return path;
    };
    return { visitor, source, target, same, backUpAgain, path: await backUpAgain() };
  }

  test("a visitor who has confirmed the e-mail address in both installations has one account after the move", async () => {
    const { visitor, target, same, path } = await visitorOfBoth("none");
    await restore(path, target, JOINED);
    expect(await target.sql("select user_id as id from user_vote")).toEqual([
      { id: String(same.id) },
    ]);
    expect(
      await target.sql("select role from user_account where lower(username) = lower($1)", [
        visitor.username,
      ]),
    ).toEqual([{ role: "company_admin" }]);
  });

  test.each(["source", "target"] as const)(
    "a restore is refused if a visitor's e-mail address has an account in both installations and is not confirmed in the %s installation",
    async (unconfirmed) => {
      const { visitor, target, path } = await visitorOfBoth(unconfirmed);
      const before = await checksums(target);
      await expect(restore(path, target, JOINED)).rejects.toThrow(
        new RegExp(`^Nothing was restored: [^\\n]+ ${visitor.username.toUpperCase()}\\. [^\\n]+$`),
      );
      expect(await checksums(target)).toEqual(before);
    },
  );

  test("a visitor without an account in the new installation must confirm the e-mail address after the move", async () => {
    const { target, same, path } = await visitorOfBoth("none");
    await target.sql("delete from user_account where id = $1", [same.id]);
    await restore(path, target, { isForeignAccepted: true });
    expect(await target.sql("select from user_account where confirmed_at is not null")).toEqual([]);
  });

  test("a visitor who unsubscribed is still unsubscribed in the new installation and keeps the time zone and the unsubscribe links", async () => {
    const { visitor, target, same, path } = await visitorOfBoth("none");
    await target.sql("delete from user_account where id = $1", [same.id]);
    await restore(path, target, { isForeignAccepted: true });
    expect(
      await target.sql(
        "select email_pace, time_zone, unsubscribe_token from user_account where username = $1",
        [visitor.username],
      ),
    ).toEqual([{ email_pace: "off", time_zone: "Asia/Tokyo", unsubscribe_token: TOKEN }]);
  });

  test("suppressed e-mail addresses of a company's accounts and visitors stay suppressed after the move, and no other addresses are added", async () => {
    const { visitor, source, target, backUpAgain } = await visitorOfBoth("none");
    const suppress = async ({ sql }: TestDatabase, address: string, detail: string) =>
      sql("insert into mail_suppression (address, reason, detail) values ($1, 'bounced', $2)", [
        address,
        detail,
      ]);
    const [admin] = await source.sql<{ address: string }>(
      "select lower(username) as address from user_account where home_company_id is not null",
    );
    const stranger = await createFactories(source.sql).user("user");
    await suppress(source, admin?.address ?? "", "of the old installation");
    await suppress(source, visitor.username, "of the old installation");
    await suppress(source, stranger.username, "of the old installation");
    await suppress(target, visitor.username, "of the new installation");
    await suppress(target, "here@example.com", "of the new installation");
    await restore(await backUpAgain(), target, JOINED);
    const kept = await target.sql<{ address: string; detail: string }>(
      "select address, detail from mail_suppression",
    );
    expect(Object.fromEntries(kept.map(({ address, detail }) => [address, detail]))).toEqual({
      [admin?.address ?? ""]: "of the old installation",
      [visitor.username]: "of the new installation",
      "here@example.com": "of the new installation",
    });
  });

  test("a company that is read-only in its old installation accepts changes in its new installation", async () => {
    const { company } = plain;
    const source = await database(plain.database);
    await source.sql("update company set read_only_since = now()");
    const path = newFile();
    await backUp({
      connectionString: source.connectionString,
      path,
      company: company.subdomain,
    });
    const target = await database();
    await giveOtherKey(target);
    await restore(path, target, { isForeignAccepted: true });
    expect(await target.sql("select read_only_since as since from company")).toEqual([
      { since: null },
    ]);
  });
});

describe("signed backups of an installation", () => {
  async function backedUp(): Promise<string> {
    const source = await database();
    await giveOtherKey(source);
    await createFactories(source.sql).company();
    const path = newFile();
    await backUp({ connectionString: source.connectionString, path });
    return path;
  }

  test("restoring a signed backup of an installation restores the installation's key and prints no warning", async () => {
    const target = await database();
    const lines: string[] = [];
    await restore(await backedUp(), target, { log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
    expect(await target.sql("select from backup_key where secret = sha256('other')")).toHaveLength(
      1,
    );
  });

  test("an unsigned backup of an installation is restored with a warning, and an installation without a key gets a new key", async () => {
    const records = await recordsOf(await backedUp());
    const start = records.findIndex(
      (record) => record.kind === "table" && record.table === "backup_key",
    );
    const withoutKey = records
      .toSpliced(start, 3)
      .flatMap((record): BackupRecord[] => [
        record.kind === "end"
          ? { ...record, tables: record.tables - 1, rows: record.rows - 1 }
          : record,
      ]);
    const unsigned = newFile();
    writeRecords(unsigned, withoutKey, 2);
    const target = await database();
    const lines: string[] = [];
    await restore(unsigned, target, { log: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringMatching(/^The backup is not signed: /)]);
    expect(await target.sql("select from backup_key")).toHaveLength(1);
  });

  test("a changed backup of an installation is refused", async () => {
    const changed = newFile();
    writeRecords(changed, await recordsOf(await backedUp()), 3);
    const target = await database();
    const before = await checksums(target);
    await expect(restore(changed, target)).rejects.toThrow(/was changed after it was made/);
    const [first] = await target.sql("select from company");
    expect(first).toBeUndefined();
    expect((await checksums(target))["backup_key"]).toBe(before["backup_key"]);
  });

  test("the portal's database roles can neither read nor change the backup key", async () => {
    const { sql } = await database();
    for (const role of ["hearback_app", "hearback_system"]) {
      expect(
        await sql(
          "select has_any_column_privilege($1, 'backup_key', 'select, insert, update') as may",
          [role],
        ),
      ).toEqual([{ may: false }]);
    }
  });
});
