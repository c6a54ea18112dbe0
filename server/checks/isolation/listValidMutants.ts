import type { CatalogueMutant } from "./catalogueMutant.ts";
import type { CatalogueRule } from "./catalogueRules.ts";
import type { RunSql } from "./findCatalogueFaults.ts";

/**
 * Returns mutants in which the roles or everyone have more rights, and mutants with a changed
 * search function, another unsafe function or an unsafe view.
 */
export async function listValidMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  return [
    ...(await roleMutants(runSql)),
    ...(await rightMutants(runSql)),
    ...(await searchMutants(runSql)),
    ...(await contributionMutants(runSql)),
    ...functionMutants(),
  ];
}

const ROLES = ["hearback_app", "hearback_system"];

async function roleMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const objects = await runSql<{ object: string }>(
    `select 'table ' || oid::regclass as object from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     union all select 'function ' || oid::regprocedure from pg_proc
       where pronamespace = 'public'::regnamespace and proname ~ 'feedback|company|enqueue'
         and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
     union all select 'schema public'`,
  );
  return ROLES.flatMap((role) => [
    ...["superuser", "bypassrls", "login", "createrole", "createdb", "replication"].map(
      (power): CatalogueMutant => ({
        name: `${role} has ${power}`,
        rule: "the roles have no special attributes",
        sql: `alter role ${role} ${power}`,
      }),
    ),
    ...objects.map(({ object }): CatalogueMutant => ({
      name: `${role} owns ${object}`,
      rule: "the roles own no objects",
      sql: `alter ${object} owner to ${role}`,
    })),
    ...["pg_read_all_data", "pg_write_all_data", ...ROLES.filter((other) => other !== role)].map(
      (other): CatalogueMutant => ({
        name: `${role} is ${other}`,
        rule: "the roles are members of no other role",
        sql: `grant ${other} to ${role}`,
      }),
    ),
    {
      name: `${role} makes tables`,
      rule: "the roles cannot create objects",
      sql: `grant create on schema public to ${role}`,
    },
  ]);
}

const REACH_RULE = "the tenants' role has access to company tables only";
const ACCOUNT_RULE = "the tenants' role reads public account columns and changes none";
const AUDIT_RULE = "audit log entries cannot be changed";
const EMPTY_RULE = "the roles cannot truncate, reference or add triggers to tables";

async function rightMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const grants: [rule: CatalogueRule, right: string, role: string][] = [];
  for (const role of ROLES) {
    for (const log of ["audit_entry", "site_audit_entry"]) {
      grants.push([AUDIT_RULE, `update on ${log}`, role], [AUDIT_RULE, `delete on ${log}`, role]);
      grants.push([AUDIT_RULE, `update (subject) on ${log}`, role]);
      grants.push([EMPTY_RULE, `truncate on ${log}`, role]);
    }
    grants.push(
      [EMPTY_RULE, "truncate on board", role],
      [EMPTY_RULE, "trigger on feedback_item", role],
    );
  }
  const closed = await runSql<{ table: string }>(
    `select relname as "table" from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not has_any_column_privilege('hearback_app', oid, 'select')`,
  );
  for (const { table } of closed) {
    grants.push(
      [REACH_RULE, `select on ${table}`, "hearback_app"],
      [REACH_RULE, `insert on ${table}`, "public"],
    );
  }
  const hidden = await runSql<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = 'user_account'::regclass and attnum > 0
       and not has_column_privilege('hearback_app', attrelid, attnum, 'select')`,
  );
  for (const { column } of hidden) {
    grants.push([ACCOUNT_RULE, `select (${column}) on user_account`, "hearback_app"]);
  }
  for (const right of ["insert", "update", "update (role)", "delete"]) {
    grants.push([ACCOUNT_RULE, `${right} on user_account`, "hearback_app"]);
  }
  const noCompany = "the tenants' role cannot create or delete companies";
  grants.push(
    [noCompany, "insert on company", "hearback_app"],
    [noCompany, "delete on company", "hearback_app"],
  );
  const queue = "the tenants' role cannot run jobs";
  grants.push([queue, "execute on function enqueue_job(text, jsonb)", "public"]);
  return grants.map(([rule, right, role]) => ({
    name: `${role} may ${right}`,
    rule,
    sql: `grant ${right} to ${role}`,
  }));
}

const DEFINER_RULE =
  "only search, queue, audit and statistics functions are security definers, with a fixed search_path";

const SEARCH_RULE = "the search function filters by the current company";

/** Returns mutants of the search function in which a part of the condition is replaced. */
async function searchMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const [row] = await runSql<{ definition: string }>(
    "select pg_get_functiondef('matching_words'::regproc) as definition",
  );
  const definition = row?.definition ?? "";
  const ofCompany = "(s.company_id = matching_words.company)";
  const ofCurrentCompany = "(NOT (matching_words.company IS DISTINCT FROM current_company_id()))";
  const mutant = (name: string, part: string, replacement: string) => {
    if (!definition.includes(part)) throw new Error(`The search has no condition ${part}`);
    return { name, rule: SEARCH_RULE, sql: definition.replace(part, replacement) } as const;
  };
  return [
    mutant("a search without the company", ofCompany, "true"),
    mutant("a search of any company that is asked for", ofCurrentCompany, "true"),
    mutant("a search of the current company or any other", ofCompany, `(${ofCompany} or true)`),
    mutant("a search by another pattern", "(matching_words.pieces)[2]", "'%'"),
    mutant("a search whose text is an alternative", ".pieces)[3]) AND", ".pieces)[3]) OR"),
  ];
}

const CONTRIBUTED_RULE = "accounts of other companies are visible through what they wrote";

/** Returns mutants of the policy's function in which a company condition is missing. */
async function contributionMutants(runSql: RunSql): Promise<CatalogueMutant[]> {
  const [row] = await runSql<{ definition: string }>(
    "select pg_get_functiondef('has_contributed'::regproc) as definition",
  );
  const definition = row?.definition ?? "";
  return ["c", "f", "s"].map((alias) => {
    const condition = `${alias}.company_id = public.current_company_id()`;
    if (!definition.includes(condition)) throw new Error(`There is no condition ${condition}`);
    return {
      name: `contributions without ${condition}`,
      rule: CONTRIBUTED_RULE,
      sql: definition.replace(condition, "true"),
    };
  });
}

function functionMutants(): CatalogueMutant[] {
  return [
    {
      name: "a company in force where none is set",
      rule: "the current company is the transaction's or none",
      sql: `create or replace function current_company_id() returns bigint language sql stable parallel safe
        return coalesce(nullif(current_setting('app.company_id', true), ''), '1')::bigint`,
    },
    {
      name: "contributions that are looked up with the owner's eyes",
      rule: CONTRIBUTED_RULE,
      sql: "alter function has_contributed(bigint) security definer",
    },
    {
      name: "a search that looks for its tables elsewhere",
      rule: DEFINER_RULE,
      sql: "alter function find_words reset search_path",
    },
    {
      name: "a trigger that runs as the owner",
      rule: DEFINER_RULE,
      sql: "alter function count_removed_vote() security definer",
    },
    {
      name: "a view that sees with its owner's eyes",
      rule: REACH_RULE,
      sql: "create view every_board as select * from board; grant select on every_board to hearback_app",
    },
  ];
}
