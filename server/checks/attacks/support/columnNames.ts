import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";

/** Returns the names of all columns of all tables, in camelCase as in JSON. */
export async function columnNames({ sql }: Pick<TestPortal, "sql">): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    "select distinct column_name as name from information_schema.columns where table_schema = 'public'",
  );
  return rows.map(({ name }) =>
    name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase()),
  );
}
