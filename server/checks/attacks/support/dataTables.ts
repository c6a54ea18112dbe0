import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";

/**
 * The table of rate limit counters is left out, because refused requests change the counters as
 * well.
 */
const NOT_DATA = new Set(["throttle"]);

/** Returns the names of all tables except those in `NOT_DATA`. */
export async function dataTables({ sql }: Pick<TestPortal, "sql">): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return tables.map(({ name }) => name).filter((name) => !NOT_DATA.has(name));
}
