import { EVERYTHING } from "#server/platform/changes/change.ts";
import { CHANGE_CHANNEL } from "#server/platform/changes/changeFeed.ts";
import { MIGRATION_LOCK } from "#server/platform/db/migrate.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import { DERIVED } from "./catalogue.queries.ts";
import type { Connection } from "./connection.queries.ts";
import { literal, quoted } from "./connection.queries.ts";
import type { SequencePosition } from "./backupRecords.ts";

const columnList = (columns: readonly string[]) => columns.map(quoted).join(", ");
const inSchema = (table: string) => `public.${quoted(table)}`;

/**
 * Blocks migrations until the connection closes. Otherwise the schema could change during a backup
 * or a restore.
 * @param log receives a line if a running migration delays the call
 */
export async function blockMigrations(
  connection: Connection,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const [row] = await connection.rows<{ isTaken: boolean }>(
    `select pg_try_advisory_lock_shared($1) as "isTaken"`,
    [MIGRATION_LOCK],
  );
  if (row?.isTaken) return;
  log("The database is being migrated: waiting for that to end.");
  await connection.rows("select pg_advisory_lock_shared($1)", [MIGRATION_LOCK]);
}

/** Starts a transaction with a fixed snapshot. */
export async function beginReading(connection: Connection): Promise<void> {
  await connection.rows("begin isolation level repeatable read read only");
}

/**
 * Streams the rows of a query in COPY format. An owner restricted by row-level security reads as
 * the system role, which is allowed to read everything.
 */
export async function* readRows(
  connection: Connection,
  query: string,
  asSystem: boolean,
): AsyncGenerator<Buffer, number> {
  if (asSystem) await connection.rows("set local role hearback_system");
  const rows = yield* connection.copyOut(query);
  if (asSystem) await connection.rows("set local role none");
  return rows;
}

/** Counts the pictures, of one company or of all, whose files are in the S3-compatible store. */
export async function countStoredPictures(
  connection: Connection,
  companyId: number | null,
): Promise<number> {
  await connection.rows("set local role hearback_system");
  const [found] = await connection.rows<{ count: string }>(
    "select count(*) as count from picture where is_in_store and company_id = coalesce($1, company_id)",
    [companyId],
  );
  await connection.rows("set local role none");
  return Number(found?.count ?? 0);
}

/** Runs work in a transaction. */
export async function inTransactionOf<T>(
  connection: Connection,
  work: () => Promise<T>,
): Promise<T> {
  await connection.rows("begin");
  try {
    const result = await work();
    await connection.rows("commit");
    return result;
  } catch (error) {
    await connection.rows("rollback").catch(() => undefined);
    throw error;
  }
}

/**
 * Disables all triggers except those that create derived rows, and locks the tables against other
 * writes. An owner restricted by row-level security can then write all rows. Foreign keys are still
 * checked. This state ends with `closeTables` or a rollback. The locks end with the transaction.
 */
export async function openTables(
  connection: Connection,
  tables: readonly CatalogueTable[],
  isUnrestricted: boolean,
): Promise<void> {
  for (const { name, isForced } of tables) {
    await connection.rows(`alter table ${inSchema(name)} disable trigger user`);
    if (isForced && !isUnrestricted)
      await connection.rows(`alter table ${inSchema(name)} no force row level security`);
  }
  for (const { from, trigger } of DERIVED)
    await connection.rows(`alter table ${inSchema(from)} enable trigger ${quoted(trigger)}`);
}

/** Enables the triggers and row-level security again, as the migrations define them. */
export async function closeTables(
  connection: Connection,
  tables: readonly CatalogueTable[],
  isUnrestricted: boolean,
): Promise<void> {
  for (const { name, isForced } of tables) {
    if (isForced && !isUnrestricted)
      await connection.rows(`alter table ${inSchema(name)} force row level security`);
    await connection.rows(`alter table ${inSchema(name)} enable trigger user`);
  }
}

/**
 * Whether the database has any account or company. All other rows depend on accounts or companies
 * or come from migrations.
 */
export async function isInUse(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<{ used: boolean }>(
    "select exists (select from user_account) or exists (select from company) as used",
  );
  return row?.used === true;
}

export async function clearTable(connection: Connection, table: string): Promise<void> {
  await connection.rows(`delete from ${inSchema(table)}`);
}

/** Inserts rows in COPY text format and returns the number of rows. */
export async function writeRows(
  connection: Connection,
  table: string,
  columns: readonly string[],
  blocks: AsyncIterable<Buffer>,
): Promise<number> {
  return connection.copyIn(`${inSchema(table)} (${columnList(columns)})`, blocks);
}

/**
 * Finds a company that already uses the id or subdomain of the company to restore; undefined if
 * none exists.
 */
export async function findTaken(
  connection: Connection,
  company: { id: number; subdomain: string | null },
): Promise<{ name: string } | undefined> {
  const [row] = await connection.rows<{ name: string }>(
    "select name from company where id = $1 or subdomain = $2",
    [company.id, company.subdomain],
  );
  return row;
}

/** Frees a subdomain that was reserved when its company was deleted. */
export async function reviveSubdomain(connection: Connection, subdomain: string): Promise<void> {
  await connection.rows("delete from retired_subdomain where subdomain = $1", [subdomain]);
}

/** Enqueues a job that checks custom domains again. A running portal runs the job immediately. */
export async function requestDomainCheck(connection: Connection): Promise<void> {
  await connection.rows(
    "select enqueue_job('recheckDomains', '{}') where to_regnamespace('graphile_worker') is not null",
  );
}

export async function setSequence(
  connection: Connection,
  { name, lastValue, isCalled }: SequencePosition,
): Promise<void> {
  // The next start of the portal sets the sequence's range again (`ID_RANGE`).
  await connection.rows(`alter sequence public.${quoted(name)} no minvalue no maxvalue`);
  await connection.rows("select setval($1::regclass, $2::bigint, $3)", [
    `public.${quoted(name)}`,
    lastValue,
    isCalled,
  ]);
}

/**
 * Advances a sequence past the table's ids in the sequence's range, and never moves the sequence
 * back. Ids outside this range belong to another installation (`ID_RANGE`).
 */
export async function advanceSequence(
  connection: Connection,
  { name, table, column }: { name: string; table: string; column: string },
): Promise<void> {
  const sequence = literal(`public.${quoted(name)}`);
  await connection.rows(
    `select setval(${sequence}::regclass, highest)
     from (
       select max(${quoted(column)}) as highest
       from ${inSchema(table)}, pg_sequence
       where seqrelid = ${sequence}::regclass and ${quoted(column)} between seqmin and seqmax
     ) t, public.${quoted(name)} s
     where highest > s.last_value`,
  );
}

/** Notifies running processes at the end of the transaction that any data may have changed. */
export async function publishAllChanged(connection: Connection): Promise<void> {
  await connection.rows("select pg_notify($1, $2)", [
    CHANGE_CHANNEL,
    JSON.stringify({ from: "restore", changes: [EVERYTHING] }),
  ]);
}

/** Updates the planner's statistics. */
export async function analyze(connection: Connection): Promise<void> {
  await connection.rows("analyze");
}
