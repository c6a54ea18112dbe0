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
 * Keeps migrations from running until the connection is closed: what is read before one, and what after, would be of two versions.
 * @param log gets a line when one has to be waited for
 */
export async function holdOffMigrations(
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

/** From here on the connection sees the database as it is at its first statement. */
export async function beginReading(connection: Connection): Promise<void> {
  await connection.rows("begin isolation level repeatable read read only");
}

/**
 * The rows of a query as COPY writes them. An owner who is not above row-level security has to read as the system, whose policies show
 * everything.
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

/** Does all of the work or nothing of it. */
export async function inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
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
 * Keeps triggers from counting what the backup has counted, and others from writing meanwhile; those that make what a backup does not hold
 * go on. Foreign keys are checked all the same. Ends with the transaction, or with `closeTables`.
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

/** The tables as the migrations made them. */
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

/** Whether there is any account or company: all else hangs on these, or was put there by the migrations. */
export async function isInUse(connection: Connection): Promise<boolean> {
  const [row] = await connection.rows<{ used: boolean }>(
    "select exists (select from user_account) or exists (select from company) as used",
  );
  return row?.used === true;
}

export async function clearTable(connection: Connection, table: string): Promise<void> {
  await connection.rows(`delete from ${inSchema(table)}`);
}

/** Puts rows in COPY's text format into a table; gives their number. */
export async function writeRows(
  connection: Connection,
  table: string,
  columns: readonly string[],
  blocks: AsyncIterable<Buffer>,
): Promise<number> {
  return connection.copyIn(`${inSchema(table)} (${columnList(columns)})`, blocks);
}

/**
 * Puts accounts of others there, where they are missing. One who is there under the same number and address is the same person.
 * Gives their number, the present ones included.
 */
export async function writeVisitors(
  connection: Connection,
  columns: readonly string[],
  blocks: AsyncIterable<Buffer>,
): Promise<number> {
  await connection.rows(
    `create temp table visitor on commit drop as select ${columnList(columns)} from user_account with no data`,
  );
  const rows = await connection.copyIn(`visitor (${columnList(columns)})`, blocks);
  await connection.rows(
    `insert into user_account (${columnList(columns)}) overriding system value
     select ${columnList(columns)} from visitor v
     where not exists (select from user_account u where u.id = v.id and lower(u.username) = lower(v.username))`,
  );
  return rows;
}

/** What the company is known by and somebody else here has already; undefined when it is free. */
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

/** The subdomain of a deleted company stays taken; it is given back to the company itself. */
export async function reviveSubdomain(connection: Connection, subdomain: string): Promise<void> {
  await connection.rows("delete from retired_subdomain where subdomain = $1", [subdomain]);
}

export async function setSequence(
  connection: Connection,
  { name, lastValue, isCalled }: SequencePosition,
): Promise<void> {
  await connection.rows("select setval($1::regclass, $2::bigint, $3)", [
    `public.${quoted(name)}`,
    lastValue,
    isCalled,
  ]);
}

/** Moves a sequence past the numbers of a table, never back. */
export async function liftSequence(
  connection: Connection,
  { name, table, column }: { name: string; table: string; column: string },
): Promise<void> {
  await connection.rows(
    `select setval(${literal(`public.${quoted(name)}`)}::regclass, highest)
     from (select max(${quoted(column)}) as highest from ${inSchema(table)}) t, public.${quoted(name)} s
     where highest > s.last_value`,
  );
}

/** Tells the running processes that anything may have changed, as of the end of the transaction. */
export async function announceEverything(connection: Connection): Promise<void> {
  await connection.rows("select pg_notify($1, $2)", [
    CHANGE_CHANNEL,
    JSON.stringify({ from: "restore", changes: [EVERYTHING] }),
  ]);
}

/** Lets the planner know what is there now. */
export async function analyze(connection: Connection): Promise<void> {
  await connection.rows("analyze");
}

/** Nobody gets rights over the whole installation by the restoration of one company. */
export async function limitToCompany(connection: Connection, companyId: number): Promise<void> {
  await connection.rows(
    "update user_account set role = 'company_admin' where home_company_id = $1 and role = 'super_admin'",
    [companyId],
  );
}
