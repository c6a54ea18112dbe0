import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";

/** Attempts are counted for whatever is refused, too. */
const NOT_DATA = new Set(["throttle"]);

/** Every table that holds what people and companies have stored. */
export async function dataTables({ sql }: Pick<TestPortal, "sql">): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return tables.map(({ name }) => name).filter((name) => !NOT_DATA.has(name));
}
