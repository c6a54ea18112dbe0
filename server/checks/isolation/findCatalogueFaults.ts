import { CATALOGUE_RULES } from "./catalogueRules.ts";
import type { CatalogueRule } from "./catalogueRules.ts";

/** Runs SQL over one or more connections. */
export type RunSql = <Row extends object>(text: string) => Promise<Row[]>;

/** A catalogue object that violates a rule. */
export interface CatalogueFault {
  rule: CatalogueRule;
  name: string;
}

const CONTEXT = `
  with tenant as (
    select c.oid, c.relname as name, c.relispartition as is_partition
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  ), portal_role as (
    select oid, rolname as name from pg_roles where rolname in ('hearback_app', 'hearback_system')
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
