import type { CatalogueMutant } from "./catalogueMutant.ts";
import type { CatalogueRule } from "./catalogueRules.ts";
import { PARENT_TABLES } from "./catalogueRules.ts";
import type { RunSql } from "./findCatalogueFaults.ts";
import { listValidMutants } from "./listValidMutants.ts";

/** Returns the mutants for all single violations that can be derived from the catalogue itself. */
export async function listCatalogueMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const mutants: CatalogueMutant[] = [];
  for (const list of [
    policyMutants,
    securityMutants,
    keyMutants,
    referenceMutants,
    listValidMutants,
  ]) {
    mutants.push(...(await list(runSql)));
  }
  return mutants;
}

const APP_RULE = "the tenants' role sees and writes only its own company";
const SYSTEM_RULE = "the system role has its own policy";
const OWNER_RULE = "only the search owner has another policy";

async function policyMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const policies = await runSql<{
    table: string;
    policy: string;
    command: string;
    roles: string;
    check: string | null;
  }>(
    `select polrelid::regclass::text as "table", polname as policy, polcmd::text as command,
       (select string_agg(r::regrole::text, ', ') from unnest(polroles) r) as roles, polwithcheck::text as check from pg_policy
     where polrelid::regclass::text not like 'graphile_worker.%'`,
  );
  return policies.flatMap(({ table, policy, command, roles, check }) => {
    const isTenants = roles === "hearback_app";
    const rule = isTenants ? APP_RULE : roles === "hearback_system" ? SYSTEM_RULE : OWNER_RULE;
    const own: CatalogueMutant[] = [
      { name: `no policy ${policy} on ${table}`, rule, sql: `drop policy ${policy} on ${table}` },
      {
        name: `policy ${policy} on ${table} for everyone`,
        rule,
        sql: `alter policy ${policy} on ${table} to public`,
      },
    ];
    if (!isTenants) return own;
    const change = (name: string, sql: string, broken: CatalogueRule = rule) => ({
      name: `policy ${policy} on ${table} ${name}`,
      rule: broken,
      sql,
    });
    const extra = `create policy extra on ${table} to hearback_app using (true)`;
    own.push(
      change("shows everything", `alter policy ${policy} on ${table} using (true)`),
      change(
        "shows what has no company",
        `alter policy ${policy} on ${table} using (current_company_id() is null)`,
      ),
      change("is joined by one that shows everything", extra, OWNER_RULE),
    );
    if (command !== "r" && check !== null) {
      own.push(
        change(
          "lets everything be written",
          `alter policy ${policy} on ${table} with check (true)`,
        ),
      );
    }
    return own;
  });
}

async function securityMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const tables = await runSql<{ table: string }>(
    `select oid::regclass::text as "table" from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
  );
  const rule = "row-level security is enabled and forced";
  return tables.flatMap(({ table }) => [
    {
      name: `security off on ${table}`,
      rule,
      sql: `alter table ${table} disable row level security`,
    },
    {
      name: `security not forced on ${table}`,
      rule,
      sql: `alter table ${table} no force row level security`,
    },
  ]);
}

const KEY_RULE = "company_id is the first column of every unique key";

/**
 * Returns mutants in which a unique key lacks company_id or has company_id last, and mutants in
 * which a primary key is missing. A partitioned table cannot have a unique key without company_id.
 */
async function keyMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const keys = await runSql<{
    table: string;
    index: string;
    isPrimary: boolean;
    isConstraint: boolean;
    isPartitioned: boolean;
    columns: string[];
  }>(
    `select c.oid::regclass::text as "table", i.indexrelid::regclass::text as index, i.indisprimary as "isPrimary",
       exists (select from pg_constraint con where con.conindid = i.indexrelid and con.contype in ('p', 'u')) as "isConstraint",
       c.relkind = 'p' as "isPartitioned",
       array(select pg_get_indexdef(i.indexrelid, n, true) from generate_series(1, i.indnkeyatts) n) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and i.indisunique`,
  );
  return keys.flatMap(({ table, index, isPrimary, isConstraint, isPartitioned, columns }) => {
    const rest = columns.filter((column) => column !== "company_id");
    const drop = isConstraint
      ? `alter table ${table} drop constraint ${index} cascade`
      : `drop index ${index} cascade`;
    const remade = (key: string[]) =>
      `${drop}; create unique index on ${table} (${key.join(", ")})`;
    const mutants: CatalogueMutant[] = [];
    if (rest.length > 0) {
      mutants.push({
        name: `${index} with the company last`,
        rule: KEY_RULE,
        sql: remade([...rest, "company_id"]),
      });
    }
    if (!isPartitioned) {
      // A table with one row for each company has an index of a constant instead.
      const key = rest.length > 0 ? rest : ["(true)"];
      mutants.push({ name: `${index} without the company`, rule: KEY_RULE, sql: remade(key) });
    }
    if (isPrimary)
      mutants.push({ name: `no ${index}`, rule: "every table has a primary key", sql: drop });
    return mutants;
  });
}

/**
 * Returns mutants that drop a foreign key, remove company_id from it or move company_id to its end.
 */
async function referenceMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const references = await runSql<{
    name: string;
    table: string;
    target: string;
    cascades: boolean;
    columns: string[];
    theirs: string[];
  }>(
    `select conname as name, conrelid::regclass::text as "table", confrelid::regclass::text as target,
       confdeltype = 'c' as cascades,
       array(select attname::text from unnest(conkey) with ordinality k (n, place)
         join pg_attribute on attrelid = conrelid and attnum = n order by place) as columns,
       array(select attname::text from unnest(confkey) with ordinality k (n, place)
         join pg_attribute on attrelid = confrelid and attnum = n order by place) as theirs
     from pg_constraint join pg_class c on c.oid = conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where contype = 'f' and conparentid = 0 and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
  );
  return references.flatMap(({ name, table, target, cascades, columns, theirs }) => {
    const drop = `alter table ${table} drop constraint ${name}`;
    const isParent = cascades && target === (PARENT_TABLES[table] ?? "company");
    const gone: CatalogueMutant = {
      name: `no ${name}`,
      rule: isParent
        ? "rows are deleted with their company"
        : "every id column of another table is a foreign key",
      sql: drop,
    };
    if (columns.length === 1) return [gone];
    const [column, their] = [columns.slice(1).join(), theirs.slice(1).join()];
    const add = (from: string, to: string) =>
      `alter table ${table} add foreign key (${from}) references ${target} (${to}) on delete cascade`;
    const rule = "foreign keys between company tables start with company_id";
    return [
      gone,
      {
        name: `${name} without the company`,
        rule,
        sql: `${drop}; create unique index on ${target} (${their}); ${add(column, their)}`,
      },
      {
        name: `${name} with the company last`,
        rule,
        sql: `${drop}; create unique index on ${target} (${their}, company_id); ${add(`${column}, company_id`, `${their}, company_id`)}`,
      },
    ];
  });
}
