import pg from "pg";
import type { MigrateOptions } from "./migrate.ts";
import { LOCK_TIMEOUT_MS, retryLockConflicts } from "./migrate.ts";

/**
 * Number of ids in one range. The 4,096 ranges end at 2^52, the highest id that a restore accepts.
 */
export const RANGE_SIZE = 2 ** 40;

interface Range {
  lowest: number;
  highest: number;
}

interface Sequence {
  name: string;
  table: string;
  column: string;
}

/**
 * Makes new rows get ids of one range. Installations with different ranges then never assign the
 * same id, so a company can be moved between them (docs/SCALING.md). Existing rows keep their ids.
 * Several processes may call this function at the same time. It locks one table at a time and
 * retries while other sessions hold conflicting locks.
 * @param range 0 to 4,095
 */
export async function setIdRange(
  connectionString: string,
  range: number,
  options: Pick<MigrateOptions, "log" | "retryForMs"> = {},
): Promise<void> {
  const bounds = { lowest: range * RANGE_SIZE + 1, highest: (range + 1) * RANGE_SIZE };
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    for (const sequence of await listOutside(client, bounds)) {
      await retryLockConflicts(
        `Setting ID_RANGE for ${sequence.table}`,
        () => setBounds(client, sequence, bounds),
        options,
      );
    }
  } finally {
    await client.end();
  }
}

/** Lists the sequences whose bounds differ from the range. */
async function listOutside(client: pg.Client, { lowest, highest }: Range): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I', s.relname) as name, format('%I', t.relname) as table,
       format('%I', a.attname) as column
     from pg_class s
       join pg_sequence q on q.seqrelid = s.oid
       join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
       join pg_class t on t.oid = d.refobjid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relnamespace = 'public'::regnamespace and (q.seqmin <> $1 or q.seqmax <> $2)`,
    [lowest, highest],
  );
  return rows;
}

async function setBounds(
  client: pg.Client,
  { name, table, column }: Sequence,
  bounds: Range,
): Promise<void> {
  const { lowest, highest } = bounds;
  await client.query(`begin; set local lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
  try {
    // The lock blocks inserts, and other processes that set the range.
    await client.query(`lock table public.${table} in share row exclusive mode`);
    const outside = await listOutside(client, bounds);
    if (outside.some((sequence) => sequence.name === name)) {
      const { rows: used } = await client.query<{ next: string }>(
        `select coalesce(max(${column}) + 1, $1) as next from public.${table}
         where ${column} between $1 and $2`,
        [lowest, highest],
      );
      const next = used[0]?.next ?? String(lowest);
      await client.query(
        `alter sequence public.${name} minvalue ${String(lowest)} maxvalue ${String(highest)}
         start ${String(lowest)} restart ${next}`,
      );
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
