import type pg from "pg";

/**
 * Selects the indexes that no constraint needs. Rebuilding these indexes after a load is faster
 * than updating them row by row.
 */
const LISTED = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indrelid = any ($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/**
 * Drops the tables' indexes that no constraint needs, runs `work`, and creates the indexes again.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(LISTED, [tables]);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}
