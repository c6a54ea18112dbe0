import type { RunSql } from "../findCatalogueFaults.ts";

/** Tables that belong to companies, with the column that says to which. */
export type CompanyTables = ReadonlyMap<string, "company_id" | "id">;

/** All tables with a company_id, and the companies themselves. */
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
