import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CraftedBackup } from "#server/checks/fixtures/backupFiles.ts";
import {
  checksums,
  readBackup,
  toRecords,
  writeRecords,
} from "#server/checks/fixtures/backupFiles.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { claimImported } from "#server/features/imports/claimImported.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { backUp } from "./backUp.ts";
import type { BackupRecord } from "./backupRecords.ts";
import { openRestorable, restoreBackup } from "./restoreBackup.ts";

/**
 * `path` is a company's backup. `target` is the installation without this company, in which another
 * company and a super admin exist.
 */
let folder: string;
let target: TestDatabase;
let path: string;
let ids: Record<
  "company" | "other" | "root" | "rival" | "admin" | "own" | "guest" | "otherBoard",
  number
>;
let victimHash: string;
let rootAddress: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hearback-crafted-"));
  target = await createTestDatabase();
  const { sql } = target;
  const make = createFactories(sql);
  const other = await make.company();
  const root = await make.user("super_admin");
  const rival = await make.user("company_admin", other);
  const guest = await make.user("user", other);
  const otherBoard = await make.board(other);
  const company = await make.company();
  const admin = await make.user("company_admin", company);
  const own = await make.user("user", company);
  const item = await make.item(await make.board(company), { userId: own.id });
  await make.comment(item, { userId: guest.id });
  await sql(
    "insert into password_reset (user_id, token_hash, expires_at) values ($1, sha256('t'), now())",
    [admin.id],
  );
  await sql("insert into authenticator (user_id, secret, recovery_salt) values ($1, $2, $3)", [
    admin.id,
    Buffer.alloc(20, 1),
    Buffer.alloc(16, 1),
  ]);
  await sql("insert into recovery_code (user_id, code_hash) values ($1, sha256('c'))", [admin.id]);
  await sql(
    `insert into mail_suppression (address, reason, detail)
     select username, 'bounced', '5.1.1' from user_account where id = $1`,
    [own.id],
  );
  await sql("insert into retired_subdomain (subdomain) values ('long-gone')");
  ids = {
    company: company.id,
    other: other.id,
    root: root.id,
    rival: rival.id,
    admin: admin.id,
    own: own.id,
    guest: guest.id,
    otherBoard: otherBoard.id,
  };
  path = join(folder, "company.backup");
  const { connectionString } = target;
  await backUp({ connectionString, path, company: company.subdomain });
  await sql("delete from company where id = $1", [company.id]);
  rootAddress = root.username;
  const [account] = await sql<{ hash: string }>(
    "select password_hash as hash from user_account where id = $1",
    [root.id],
  );
  victimHash = account?.hash ?? "";
});
afterAll(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;

/** Restores records from an unsigned file, which the operator accepts with `--foreign`. */
async function restoreRecords(records: BackupRecord[]): Promise<unknown> {
  const crafted = join(folder, `crafted-${String((files += 1))}.backup`);
  writeRecords(crafted, records, 2);
  const file = await openRestorable(crafted);
  try {
    return await restoreBackup(file, target.connectionString, { isForeignAccepted: true });
  } finally {
    await file.close();
  }
}

async function removeCompany(): Promise<void> {
  await target.sql("delete from company where id = $1", [ids.company]);
  await target.sql("delete from user_account where id in ($1, $2)", [ids.admin, ids.own]);
}

/**
 * Expects that the restore is refused with one line and leaves every table and sequence unchanged.
 */
async function expectRefusal(records: BackupRecord[], line: RegExp): Promise<void> {
  const before = await checksums(target);
  const refusal = await restoreRecords(records).then(
    () => "restored",
    (error: Error) => `${error.name}: ${error.message}`,
  );
  const after = await checksums(target);
  if (refusal === "restored") await removeCompany();
  expect(refusal).toMatch(/^BackupError: [^\n]+$/);
  expect(refusal).toMatch(line);
  expect(after).toEqual(before);
}

function section({ sections }: CraftedBackup, table: string, isVisitors = false) {
  const found = sections.find((one) => one.table === table && one.isVisitors === isVisitors);
  if (!found?.rows[0]) throw new Error(`The backup has no row of ${table}`);
  const set = (column: string, value: string | number, at = 0) => {
    const row = found.rows[at];
    if (!row) throw new Error("There is no such row");
    row[found.columns.indexOf(column)] = String(value);
  };
  const add = (values: Record<string, string | number>) => {
    found.rows.push([...(found.rows[0] ?? [])]);
    for (const [column, value] of Object.entries(values)) set(column, value, found.rows.length - 1);
  };
  return { ...found, set, add, at: sections.indexOf(found) };
}

type Craft = (file: CraftedBackup) => void;

const ATTACKS: { name: string; craft: Craft; line: RegExp }[] = [
  {
    name: "a super admin among the company's accounts",
    craft: (file) => section(file, "user_account").set("role", "super_admin"),
    line: /user_account holds an account with another role/,
  },
  {
    name: "a super admin among the other companies' users",
    craft: (file) => {
      const guests = section(file, "user_account", true);
      guests.columns.push("role");
      for (const row of guests.rows) row.push("super_admin");
    },
    line: /columns of user_account/,
  },
  {
    name: "another company's user with an id beyond the range of ids",
    craft: ({ sections }) => {
      for (const { table, columns, rows } of sections) {
        const isUser = columns.map((column) =>
          column === "id" ? table === "user_account" : column.endsWith("_id"),
        );
        for (const row of rows)
          for (const [at, value] of row.entries())
            if (isUser[at] && value === String(ids.guest)) row[at] = "9007199254740993";
      }
    },
    line: /user_account\.id holds a number that is too large/,
  },
  {
    name: "an account without a company",
    craft: (file) => section(file, "user_account").set("home_company_id", "\\N"),
    line: /user_account holds a row that a backup of this company does not hold/,
  },
  {
    name: "an account of another company",
    craft: (file) => section(file, "user_account").set("home_company_id", ids.other),
    line: /user_account holds a row that a backup of this company does not hold/,
  },
  {
    name: "the super admin's account with another password",
    craft: (file) => {
      const own = section(file, "user_account");
      own.add({ id: ids.root, username: "taken-over@example.com" });
    },
    line: /in user_account, \(id\)=/,
  },
  {
    name: "a password reset link of the super admin",
    craft: (file) => section(file, "password_reset").set("user_id", ids.root),
    line: /password_reset holds a row that a backup of this company does not hold/,
  },
  {
    name: "a second factor that the attacker knows for another company's admin",
    craft: (file) => {
      section(file, "authenticator").set("user_id", ids.rival);
      section(file, "recovery_code").set("user_id", ids.rival);
    },
    line: /authenticator holds a row that a backup of this company does not hold/,
  },
  {
    name: "a row of another company",
    craft: (file) =>
      section(file, "board").add({ id: 900, company_id: ids.other, slug: "written-into" }),
    line: /board holds a row that a backup of this company does not hold/,
  },
  {
    name: "a second company",
    craft: (file) => section(file, "company").add({ id: 901, subdomain: "second" }),
    line: /company holds a row that a backup of this company does not hold/,
  },
  {
    name: "no row of its company",
    craft: (file) => section(file, "company").rows.splice(0),
    line: /company does not hold the company that the header names/,
  },
  {
    name: "a header that names another company's retired subdomain",
    craft: (file) => {
      file.header.company = { id: ids.company, name: "Company", subdomain: "long-gone" };
    },
    line: /company does not hold the company that the header names/,
  },
  {
    name: "an item on another company's board",
    craft: (file) => section(file, "feedback_item").set("board_id", ids.otherBoard),
    line: /feedback_item refers to a missing row/,
  },
  {
    name: "an item by a user who is not in the file",
    craft: (file) => section(file, "feedback_item").set("user_id", ids.root),
    line: /feedback_item.user_id refers to a row that is not in the backup/,
  },
  {
    name: "an account of another company's user to whom nothing refers",
    craft: (file) =>
      section(file, "user_account", true).add({ id: 902, username: "new@x.example" }),
    line: /user_account holds a row that a backup of this company does not hold/,
  },
  {
    name: "a changed address of another company's user",
    craft: (file) => section(file, "user_account", true).set("username", "other@x.example"),
    line: /in user_account, \(id\)=/,
  },
  {
    name: "a suppressed address of a user who is not in the file",
    craft: (file) => section(file, "mail_suppression").add({ address: "rival@x.example" }),
    line: /mail_suppression holds a row that a backup of this company does not hold/,
  },
  {
    name: "a password hash that is not argon2id",
    craft: (file) => section(file, "user_account").set("password_hash", "$2b$10$abcdefghijklmnop"),
    line: /user_account holds a password hash that is not argon2id/,
  },
  {
    name: "a password hash that takes a gigabyte to compute",
    craft: (file) =>
      section(file, "user_account").set(
        "password_hash",
        victimHash.replace("m=19456", "m=1048576"),
      ),
    line: /user_account holds a password hash that is not argon2id/,
  },
  {
    name: "an id after which no further id is possible",
    craft: (file) => section(file, "comment").set("id", "9223372036854775807"),
    line: /comment.id holds a number that is too large or too small/,
  },
  {
    name: "a value of the wrong type",
    craft: (file) => section(file, "board").set("order_index", "first"),
    line: /a value in board/,
  },
  {
    name: "a value that the table does not accept",
    craft: (file) => section(file, "board").set("slug", "Not A Slug"),
    line: /a row of board breaks the rule/,
  },
  ...["site_settings", "session", "schema_migration", "backup_key", "throttle", "nothing"].map(
    (table) => ({
      name: `a section for the table ${table}`,
      craft: (({ sections }) =>
        void sections.push({ table, columns: ["id"], isVisitors: false, rows: [] })) as Craft,
      line: new RegExp(`it holds ${table} where`),
    }),
  ),
  {
    name: "a column that does not exist",
    craft: (file) => {
      section(file, "board").columns.push("is_super");
      for (const row of section(file, "board").rows) row.push("t");
    },
    line: /columns of board/,
  },
  {
    name: "a table without one of its columns",
    craft: (file) => {
      section(file, "board").columns.pop();
      for (const row of section(file, "board").rows) row.pop();
    },
    line: /columns of board/,
  },
  {
    name: "a table twice",
    craft: (file) => void file.sections.push(file.sections[0] ?? section(file, "company")),
    line: /holds company twice/,
  },
  {
    name: "tables in another order",
    craft: (file) => void (file.sections = file.sections.toReversed()),
    line: /where a backup of a company holds company/,
  },
  {
    name: "its last table missing",
    craft: ({ sections }) => void sections.pop(),
    line: /where a backup of a company holds/,
  },
];

describe("crafted backups of a company", () => {
  test.each(ATTACKS)(
    "a company's backup with $name is refused and changes nothing",
    async ({ craft, line }) => {
      const crafted = await readBackup(path);
      craft(crafted);
      await expectRefusal(toRecords(crafted), line);
    },
  );

  const last = (records: BackupRecord[]) => records.length - 1;
  test.each<{ name: string; craft: (records: BackupRecord[]) => BackupRecord[]; line: RegExp }>([
    {
      name: "no end record",
      craft: (records) => records.slice(0, -1),
      line: /malformed/,
    },
    {
      name: "a row count that is wrong",
      craft: (records) =>
        records.map((record) =>
          record.kind === "tableEnd" ? { ...record, rows: record.rows + 1 } : record,
        ),
      line: /do not match the number/,
    },
    {
      name: "a total that is wrong",
      craft: (records) => [...records.slice(0, -1), { kind: "end", tables: 1, rows: 1 }],
      line: /malformed/,
    },
    {
      name: "rows after the end",
      craft: (records) => [...records, { kind: "rows", block: Buffer.from("1\n") }],
      line: /malformed/,
    },
    {
      name: "a second header",
      craft: (records) => [...records.slice(0, 1), ...records.slice(0, 1), ...records.slice(1)],
      line: /malformed/,
    },
    {
      name: "sequences in front of the tables",
      craft: (records) =>
        records
          .toSpliced(last(records) - 1, 1)
          .toSpliced(1, 0, { kind: "sequences", sequences: [] }),
      line: /malformed/,
    },
    {
      name: "a company id that is not an integer",
      craft: ([header, ...rest]) =>
        header?.kind === "header" && header.company
          ? [{ ...header, company: { ...header.company, id: 1.5 } }, ...rest]
          : rest,
      line: /malformed/,
    },
  ])("a company's backup with $name is refused and changes nothing", async ({ craft, line }) => {
    await expectRefusal(craft(toRecords(await readBackup(path))), line);
  });

  test.each(["another id", "the same id"])(
    "if an untrusted backup names the super admin's e-mail address with %s, the super admin does not become the author of the backup's texts, but can claim these texts",
    async (which) => {
      const crafted = await readBackup(path);
      const id = which === "the same id" ? ids.root : 903;
      const guests = section(crafted, "user_account", true);
      guests.set("id", id);
      guests.set("username", rootAddress);
      guests.set("confirmed_at", "2026-01-01 00:00:00+00");
      section(crafted, "comment").set("user_id", id);
      const accounts = () =>
        target.sql("select * from user_account where id = $1 or username = $2", [
          ids.root,
          rootAddress,
        ]);
      const before = await accounts();
      await restoreRecords(toRecords(crafted));
      const authors = () =>
        target.sql<{ id: number }>(
          `select u.id::int, u.is_active, u.home_company_id::int as home from comment c
           join user_account u on u.id = c.user_id where c.company_id = $1`,
          [ids.company],
        );
      const imported = await authors();
      expect(imported).toEqual([{ id: expect.any(Number), is_active: false, home: ids.company }]);
      expect(imported[0]?.id).not.toBe(ids.root);
      expect(await accounts()).toEqual(before);

      const database = openDatabase({
        connectionString: target.connectionString,
        onIdleError: () => undefined,
      });
      const claim = { companyId: ids.company, userId: ids.root };
      await claimImported({ database, changes: { publish: () => undefined } }, claim);
      await database.close();
      expect(await authors()).toMatchObject([{ id: ids.root }]);
      await removeCompany();
    },
  );

  test("a restore of a company ignores credentials of other companies' users, and unsubscribe tokens that existing accounts have", async () => {
    const crafted = await readBackup(path);
    const guests = section(crafted, "user_account", true);
    await target.sql("delete from user_account where id = $1", [ids.guest]);
    guests.set("password_hash", victimHash);
    const token = crypto.randomUUID();
    await target.sql("update user_account set unsubscribe_token = $1 where id = $2", [
      token,
      ids.rival,
    ]);
    guests.set("unsubscribe_token", token);
    await restoreRecords(toRecords(crafted));
    const [guest] = await target.sql<{ hash: string; role: string; token: string | null }>(
      "select password_hash as hash, role, unsubscribe_token as token from user_account where id = $1",
      [ids.guest],
    );
    expect(guest?.role).toBe("user");
    expect(guest?.token).toBeNull();
    expect(guest?.hash).toMatch(/^\$argon2id\$/);
    expect(guest?.hash).not.toBe(victimHash);
    expect(
      await target.sql("select from user_account where home_company_id = $1", [ids.company]),
    ).toHaveLength(2);
  });
});
