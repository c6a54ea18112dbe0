import { beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "#server/testing/testDatabase.ts";
import { startTestDatabase } from "#server/testing/testDatabase.ts";

// DESIGN "Data": what a distributed PostgreSQL and row-level security ask of every tenant table.

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});

/** Tables with a company_id, partitions too. */
const TENANT_TABLES = `
  select c.oid, c.relname as name, c.relrowsecurity, c.relforcerowsecurity, c.relispartition
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

async function names(text: string): Promise<string[]> {
  return (await database.sql<{ name: string }>(text)).map(({ name }) => name);
}

describe("every table with a company_id", () => {
  test("is known: the ones that hold a company's data are among them", async () => {
    expect(await names(`select name from (${TENANT_TABLES}) t where not relispartition`)).toEqual(
      expect.arrayContaining([
        "board",
        "board_category",
        "comment",
        "company_logo",
        "feedback_counter",
        "feedback_item",
        "feedback_search",
        "status_change",
        "user_vote",
      ]),
    );
  });

  test("has row-level security enabled and forced, and so have companies and accounts", async () => {
    expect(
      await names(`select name from (${TENANT_TABLES}) t where not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([]);
    expect(
      await names(
        `select relname as name from pg_class where oid in ('company'::regclass, 'user_account'::regclass)
         and relrowsecurity and relforcerowsecurity order by 1`,
      ),
    ).toEqual(["company", "user_account"]);
  });

  test("shows the tenants' role its own company and no more, for reading and writing", async () => {
    const loose = await names(
      `select t.name from (${TENANT_TABLES}) t where not relispartition and (
         select count(*) from pg_policy p
         where p.polrelid = t.oid and 'hearback_app'::regrole = any (p.polroles)
           and pg_get_expr(p.polqual, p.polrelid) ~ '^\\(company_id = \\( SELECT current_company_id\\(\\)'
           and pg_get_expr(p.polwithcheck, p.polrelid) ~ '^\\(company_id = \\( SELECT current_company_id\\(\\)'
           and p.polcmd = '*'
       ) <> 1`,
    );
    expect(loose).toEqual([]);
  });

  test("has one policy for the tenants' role and none for everyone", async () => {
    const policies = await names(
      `select t.name || ' ' || p.polname as name from (${TENANT_TABLES}) t join pg_policy p on p.polrelid = t.oid
       where 0 = any (p.polroles)
       union all
       select t.name from (${TENANT_TABLES}) t join pg_policy p on p.polrelid = t.oid
       where 'hearback_app'::regrole = any (p.polroles) group by t.name having count(*) > 1`,
    );
    expect(policies).toEqual([]);
  });

  test("has the company first in its primary key and in every unique key", async () => {
    const wrong = await names(
      `select i.indexrelid::regclass::text as name from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid
       join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id'
       where i.indisunique and i.indkey[0] <> a.attnum`,
    );
    expect(wrong).toEqual([]);
    const without = await names(
      `select t.name from (${TENANT_TABLES}) t
       where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
    );
    expect(without).toEqual([]);
  });

  test("refers to other tables of companies by company first", async () => {
    const wrong = await names(
      `select con.conname as name from pg_constraint con
       join (${TENANT_TABLES}) t on t.oid = con.conrelid join (${TENANT_TABLES}) target on target.oid = con.confrelid
       join pg_attribute own on own.attrelid = t.oid and own.attname = 'company_id'
       join pg_attribute theirs on theirs.attrelid = target.oid and theirs.attname = 'company_id'
       where con.contype = 'f' and (con.conkey[1] <> own.attnum or con.confkey[1] <> theirs.attnum)`,
    );
    expect(wrong).toEqual([]);
  });

  test("is deleted with its company", async () => {
    const staying = await names(
      `select t.name from (${TENANT_TABLES}) t where not relispartition and not exists (
         select from pg_constraint con where con.conrelid = t.oid and con.contype = 'f' and con.confdeltype = 'c'
           and (con.confrelid = 'company'::regclass or con.confrelid in (select oid from (${TENANT_TABLES}) u))
       )`,
    );
    expect(staying).toEqual([]);
  });
});

describe("the roles of the portal", () => {
  const ROLES = "('hearback_app', 'hearback_system')";

  test("are ordinary: no superuser, none that passes by row-level security, none that logs in or makes anything", async () => {
    const rows = await database.sql(
      `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb, rolreplication
       from pg_roles where rolname in ${ROLES} order by 1`,
    );
    const ordinary = {
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    };
    expect(rows).toEqual([
      { rolname: "hearback_app", ...ordinary },
      { rolname: "hearback_system", ...ordinary },
    ]);
  });

  test("own nothing and belong to no other role", async () => {
    expect(
      await names(`select relname as name from pg_class where relowner in (select oid from pg_roles where rolname in ${ROLES})
        union all select proname from pg_proc where proowner in (select oid from pg_roles where rolname in ${ROLES})
        union all select roleid::regrole::text from pg_auth_members
          where member in (select oid from pg_roles where rolname in ${ROLES})`),
    ).toEqual([]);
  });

  test("make nothing in the schema and empty no table at once", async () => {
    const [row] = await database.sql<{ create: boolean }>(
      `select has_schema_privilege('hearback_app', 'public', 'create')
         or has_schema_privilege('hearback_system', 'public', 'create') as create`,
    );
    expect(row?.create).toBe(false);
    expect(
      await names(
        `select relname as name from pg_class c, (values ('hearback_app'), ('hearback_system')) as r (role)
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and has_table_privilege(role, c.oid, 'truncate, references, trigger')`,
      ),
    ).toEqual([]);
  });

  test("of the tenants reaches no session, no count of attempts, no password and no partition past its table", async () => {
    const reachable = await names(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and (relname in ('session', 'throttle', 'site_settings', 'landing_page', 'faq', 'announcement',
           'retired_subdomain', 'schema_migration') or relispartition)
         and (has_any_column_privilege('hearback_app', oid, 'select, insert, update')
           or has_table_privilege('hearback_app', oid, 'delete'))`,
    );
    expect(reachable).toEqual([]);
    const [row] = await database.sql<{ password: boolean; writes: boolean }>(
      `select has_column_privilege('hearback_app', 'user_account', 'password_hash', 'select') as password,
         has_any_column_privilege('hearback_app', 'user_account', 'insert, update')
           or has_table_privilege('hearback_app', 'user_account', 'delete') as writes`,
    );
    expect(row).toEqual({ password: false, writes: false });
  });

  test("runs no function as another but the search and the queue, whose paths are pinned", async () => {
    const rows = await database.sql<{ name: string; config: string[]; forTenants: boolean }>(
      `select proname as name, proconfig as config, has_function_privilege('hearback_app', oid, 'execute') as "forTenants"
       from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
    );
    expect(rows.map(({ name, forTenants }) => [name, forTenants])).toEqual([
      ["enqueue_job", false],
      ["search_feedback", true],
      ["search_feedback_sample", true],
    ]);
    for (const { config } of rows) expect(config.join()).toMatch(/^search_path=pg_catalog/);
  });
});
