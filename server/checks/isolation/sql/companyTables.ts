import type { RunSql } from "../findCatalogueFaults.ts";

/** Tables with company data, each with its company column. */
export type CompanyTables = ReadonlyMap<string, "company_id" | "id">;

/** Reads which tables have a company_id, and adds the company table. */
export async function readCompanyTables(runSql: RunSql): Promise<CompanyTables> {
  const rows = await runSql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  return new Map([
    ...rows.map(({ name }) => [name, "company_id"] as const),
    ["company", "id"] as const,
  ]);
}
