import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { withoutIndexes } from "../data/withoutIndexes.ts";

/** Lists the columns that can be written, for each table except partitions. */
const COLUMNS = `
  select c.oid::regclass::text as table, array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'schema_migration'
  group by c.oid`;

/** Continues the sequence of each column after the copied values. */
const NEXT_IDS = `
  select format('select setval(%L, greatest(1, (select max(%I) from %s)))',
    pg_get_serial_sequence(c.oid::regclass::text, a.attname), a.attname, c.oid::regclass) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
    and not a.attisdropped and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`;

async function listColumns(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(COLUMNS);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/**
 * Replaces the rows of a database by those of a database of another version: all tables and columns
 * that both have.
 * @param from connection string of a superuser
 * @param to connection string of a superuser
 */
export async function copyTables(from: string, to: string): Promise<void> {
  const source = new pg.Client({ connectionString: from });
  const target = new pg.Client({ connectionString: to });
  try {
    await source.connect();
    await target.connect();
    const known = await listColumns(source);
    const wanted = await listColumns(target);
    const tables = [...wanted.keys()].filter((table) => known.has(table));
    await target.query(
      "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off",
    );
    await target.query(`truncate ${tables.join(", ")} cascade`);
    await withoutIndexes(target, tables, async () => {
      for (const table of tables) {
        const columns = wanted.get(table)?.filter((name) => known.get(table)?.includes(name));
        const list = columns?.join(", ") ?? "";
        await pipeline(
          source.query(copyTo(`copy (select ${list} from ${table}) to stdout`)),
          target.query(copyFrom(`copy ${table} (${list}) from stdin`)),
        );
      }
    });
    for (const { text } of (await target.query<{ text: string }>(NEXT_IDS)).rows)
      await target.query(text);
    await target.query("vacuum (analyze, freeze)");
  } finally {
    await source.end();
    await target.end();
  }
}
