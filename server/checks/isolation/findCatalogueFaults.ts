import { CATALOGUE_RULES } from "./catalogueRules.ts";
import type { CatalogueRule } from "./catalogueRules.ts";

/** Runs SQL over one or more connections. */
export type RunSql = <Row extends object>(text: string) => Promise<Row[]>;

/** A catalogue object that violates a rule. */
export interface CatalogueFault {
  rule: CatalogueRule;
  name: string;
}

/**
 * Condition of the policy on `user_account`. A company may read its own users and the users who
 * wrote an item or a comment or changed a status on its boards.
 */
const ACCOUNT_CONDITION = `((home_company_id = ( SELECT current_company_id() AS current_company_id))
  ${["comment c", "feedback_item f", "status_change s"].map(seenThrough).join("\n  ")})`;

function seenThrough(table: string): string {
  const alias = table.slice(-1);
  return `OR (EXISTS ( SELECT FROM ${table} WHERE ((${alias}.company_id = ( SELECT current_company_id() AS current_company_id))
    AND (${alias}.user_id = user_account.id))))`;
}

const CONTEXT = `
  with tenant as (
    select c.oid, c.relname as name, c.relispartition as is_partition
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  ), portal_role as (
    select oid, rolname as name from pg_roles where rolname in ('hearback_app', 'hearback_system')
  ), account_condition as (
    select pg_get_expr(polqual, polrelid) as condition from pg_policy
    where polrelid = 'user_account'::regclass
      and regexp_replace(pg_get_expr(polqual, polrelid), '\\s+', ' ', 'g') = '${ACCOUNT_CONDITION.replace(/\s+/g, " ")}'
  )`;

/** Returns all violations of `catalogueRules.ts`, or only the violations of `onlyRule`. */
export function findCatalogueFaults(
  runSql: RunSql,
  onlyRule?: CatalogueFault["rule"],
): Promise<CatalogueFault[]> {
  const queries = Object.entries(CATALOGUE_RULES)
    .filter(([rule]) => onlyRule === undefined || rule === onlyRule)
    .map(
      ([rule, query]) =>
        `select '${rule.replaceAll("'", "''")}' as rule, name::text from (${query}) broken (name)`,
    );
  return runSql<CatalogueFault>(`${CONTEXT}\n${queries.join("\nunion all\n")}`);
}
