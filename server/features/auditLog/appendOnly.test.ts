import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let company: { id: number };
beforeAll(async () => {
  portal = await startTestPortal();
  company = await portal.company();
  await portal.sql(
    "insert into audit_entry (company_id, actor_username, action, ip) values ($1, 'someone@example.com', 'board.create', '192.0.2.1')",
    [company.id],
  );
  await portal.sql(
    "insert into site_audit_entry (actor_username, action, ip) values ('someone@example.com', 'site.update', '192.0.2.1')",
  );
});

/**
 * Runs a statement as a database role. Returns the number of affected rows, or the SQLSTATE if the
 * statement fails.
 */
async function attempt(role: string, text: string): Promise<string | number | null> {
  const client = new pg.Client({
    connectionString: portal.connectionString,
    options: `-c role=${role}`,
  });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("select set_config('app.company_id', $1, false)", [String(company.id)]);
  return client.query(text).then(
    ({ rowCount }) => rowCount,
    (error: pg.DatabaseError) => error.code ?? error.message,
  );
}

const NOT_ALLOWED = "42501";
const ROLES = ["hearback_app", "hearback_system"];

describe.each(ROLES)("rights of the role %s on the audit log", (role) => {
  test.each(["audit_entry", "site_audit_entry"])(
    `${role} can neither change nor delete entries of the table %s`,
    async (table) => {
      for (const text of [
        `update ${table} set subject = 'other'`,
        `update ${table} set created_at = now()`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable row level security`,
        `drop table ${table}`,
      ]) {
        expect([text, await attempt(role, text)]).toEqual([text, NOT_ALLOWED]);
      }
      expect(await portal.sql(`select 1 from ${table} where subject = ''`)).toHaveLength(1);
    },
  );

  test(`${role} can read company entries, and only hearback_system can read the installation's entries`, async () => {
    expect(await attempt(role, "select 1 from audit_entry")).toBe(1);
    expect(await attempt(role, "select 1 from site_audit_entry")).toBe(
      role === "hearback_system" ? 1 : NOT_ALLOWED,
    );
  });
});
