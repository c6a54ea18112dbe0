import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { restore } from "#server/checks/fixtures/backupScene.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import { insertApplication } from "#server/checks/fixtures/insertApplication.ts";
import { insertProvider } from "#server/checks/fixtures/insertProvider.ts";
import type { TestDatabase, TestDatabaseKind } from "#server/checks/fixtures/testDatabase.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { openSecret, sealSecret } from "#server/platform/secrets/sealSecret.ts";
import { backUp } from "./backUp.ts";
import type { RestoreOptions } from "./restoreBackup.ts";

const keyOf = (byte: number) => ({ secretKey: Buffer.alloc(32, byte), dataDir: "/nowhere" });
const SAME = keyOf(1);
const OTHER = keyOf(2);
const opensWith = (key: typeof SAME): RestoreOptions => ({
  canOpen: (sealed) => openSecret(key, sealed) !== null,
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hearback-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${String((files += 1))}.backup`);

async function database(kind?: TestDatabaseKind): Promise<TestDatabase> {
  const made = await createTestDatabase(kind);
  onTestFinished(() => made.drop());
  return made;
}

/** The columns that hold sealed secrets, with a text that each sealed. */
const SECRETS: Readonly<Record<string, readonly [query: string, secret: string]>> = {
  "sign_in_provider.sealed_secret": [
    "select sealed_secret as sealed from sign_in_provider",
    "site",
  ],
  "sign_on_provider.client_secret": [
    "select client_secret as sealed from sign_on_provider",
    "acme",
  ],
  "application_secret.sealed": ["select sealed from application_secret", "hbt_token"],
  "provider_session.id_token": ["select id_token as sealed from provider_session", "eyJ"],
};

/** An installation whose sign-on needs secrets of every kind. */
async function sealedInstallation() {
  const source = await database();
  const { sql } = source;
  const make = createFactories(sql);
  const company = await make.company("Acme");
  const admin = await make.user("company_admin", company);
  const seal = (column: string) => sealSecret(SAME, SECRETS[column]?.[1] ?? "");
  await sql(
    `insert into sign_in_provider (provider, client_id, sealed_secret, is_on)
     values ('github', 'a client', $1, true)`,
    [seal("sign_in_provider.sealed_secret")],
  );
  await insertProvider(source, company);
  await sql(
    "update sign_on_provider set client_secret = $1, is_only_way = true, emergency_admin_id = $2",
    [seal("sign_on_provider.client_secret"), admin.id],
  );
  await insertApplication(sql, company.id, admin.id, seal("application_secret.sealed"));
  await sql(
    `insert into provider_session (token_hash, id_token)
     select token_hash, $1 from session where user_id = $2`,
    [seal("provider_session.id_token"), admin.id],
  );
  return { source, company };
}

/** What each column's secret is with a key; null if there is none, or it does not open. */
async function openedWith(key: typeof SAME, { sql }: Pick<TestDatabase, "sql">) {
  const opened: Record<string, string | null> = {};
  for (const [column, [query]] of Object.entries(SECRETS)) {
    const [row] = await sql<{ sealed: Buffer | null }>(query);
    opened[column] = row?.sealed ? openSecret(key, row.sealed) : null;
  }
  return opened;
}

const ALL = Object.fromEntries(Object.entries(SECRETS).map(([column, [, text]]) => [column, text]));
const NONE = Object.fromEntries(Object.keys(SECRETS).map((column) => [column, null]));
const LOST =
  "open sessions, signed tokens (Acme), the company's provider (Acme), the installation's sign-in providers";

describe("a backup of an installation whose secrets are sealed", () => {
  async function backedUp() {
    const { source } = await sealedInstallation();
    const path = newFile();
    const made = await backUp({ connectionString: source.connectionString, path });
    expect(made.hasSealedSecrets).toBe(true);
    return path;
  }

  test("is restored with the same key so that sign-on keeps working, without a word", async () => {
    const target = await database("empty");
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await restore(await backedUp(), target.connectionString, { ...opensWith(SAME), log });
    expect(lines).toEqual([]);
    expect(await openedWith(SAME, target)).toEqual(ALL);
    expect(await target.sql("select is_on, is_only_way from sign_on_provider")).toEqual([
      { is_on: true, is_only_way: true },
    ]);
  });

  test("is not restored with another key, unless the secrets are dropped, which it says", async () => {
    const path = await backedUp();
    const target = await database("empty");
    await expect(restore(path, target.connectionString, opensWith(OTHER))).rejects.toThrow(
      `Nothing was restored: the backup has secrets that are sealed with another key: ${LOST}. Set SECRET_KEY`,
    );
    const lines: string[] = [];
    await restore(path, target.connectionString, {
      ...opensWith(OTHER),
      areSecretsDropped: true,
      log: (line) => void lines.push(line),
    });
    expect(lines).toEqual([`Enter these secrets again: ${LOST}.`]);
    expect(await openedWith(SAME, target)).toEqual(NONE);
    // Nobody is shut out by a provider that cannot be asked.
    expect(await target.sql("select is_on, is_only_way from sign_on_provider")).toEqual([
      { is_on: false, is_only_way: false },
    ]);
    expect(await target.sql("select client_id from sign_in_provider")).toEqual([
      { client_id: "a client" },
    ]);
  });
});

describe("a backup of a company whose secrets are sealed", () => {
  test.each([
    ["the same key keeps the company's secrets", SAME, "acme", []],
    [
      "another key drops them and says so",
      OTHER,
      null,
      ["Enter these secrets again: signed tokens (Acme), the company's provider (Acme)."],
    ],
  ] as const)("is restored; %s, and those of others stay", async (_, key, kept, said) => {
    const { source, company } = await sealedInstallation();
    const path = newFile();
    const { connectionString, sql } = source;
    await backUp({ connectionString, path, company: company.subdomain });
    await sql("delete from user_account where home_company_id = $1", [company.id]);
    await sql("delete from company where id = $1", [company.id]);
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await restore(path, connectionString, { ...opensWith(key), log });
    expect(lines).toEqual(said);
    expect(await openedWith(SAME, source)).toMatchObject({
      "sign_on_provider.client_secret": kept,
      "application_secret.sealed": kept === null ? null : "hbt_token",
      "sign_in_provider.sealed_secret": "site",
    });
  });
});
