import type { Connection } from "./connection.queries.ts";
import { connect } from "./connection.queries.ts";
import { readMigrations } from "#server/platform/db/migrate.ts";
import { beginReading, holdOffMigrations, readRows } from "./rows.queries.ts";
import {
  findCompany,
  hasSchema,
  isDerived,
  isUnrestricted,
  listRunMigrations,
  listSequences,
  listTables,
} from "./catalogue.queries.ts";
import { BackupError } from "./backupError.ts";
import type { Header } from "./backupRecords.ts";
import { LARGEST_RECORD, encodeRecord } from "./backupRecords.ts";
import type { Section } from "./companyRows.ts";
import { companySections, wholeTable } from "./companyRows.ts";
import { ageOf } from "./versionAge.ts";
import { writeBackupFile } from "./writeBackupFile.ts";

export interface BackedUp {
  company: Header["company"];
  rows: number;
  /** Bytes of the file. */
  size: number;
}

export interface BackUpOptions {
  connectionString: string;
  /** Absolute; nothing may be there yet. */
  path: string;
  /** The subdomain of the only company to back up; undefined means the whole installation. */
  company?: string | undefined;
  /** Gets a line for a person when a migration has to be waited for. */
  log?: (line: string) => void;
}

/**
 * Writes all that the database holds at one moment into a file, but for what follows from the rest, in bounded memory, while the portal goes
 * on. A migration does not: it waits, and is waited for.
 * @throws BackupError with one line for a person; the driver's errors
 */
export async function backUp({
  connectionString,
  path,
  company,
  log,
}: BackUpOptions): Promise<BackedUp> {
  const connection = await connect(connectionString);
  try {
    await holdOffMigrations(connection, log);
    if (!(await hasSchema(connection))) throw new BackupError("The database holds no portal.");
    await beginReading(connection);
    const header = await headerOf(connection, company);
    const totals = { tables: 0, rows: 0 };
    const size = await writeBackupFile(path, recordsOf(connection, header, totals));
    return { company: header.company, rows: totals.rows, size };
  } finally {
    await connection.close().catch(() => undefined);
  }
}

async function headerOf(connection: Connection, subdomain: string | undefined): Promise<Header> {
  const company = subdomain === undefined ? null : await findCompany(connection, subdomain);
  if (subdomain !== undefined && !company)
    throw new BackupError(`There is no company with the subdomain ${subdomain}.`);
  const migrations = await listRunMigrations(connection);
  await refuseOtherDatabase(migrations);
  return { kind: "header", createdAt: new Date().toISOString(), migrations, company };
}

/** A backup has to be one that the program with its migrations can read. */
async function refuseOtherDatabase(migrations: Header["migrations"]): Promise<void> {
  const age = ageOf(migrations, await readMigrations());
  if (age === "same") return;
  const whose = age === "other" ? "of another version than" : `${age} than`;
  const orStart = age === "older" ? ", or start this one first" : "";
  throw new BackupError(
    `The database is ${whose} this program: back it up with the version that runs on it${orStart}.`,
  );
}

async function* recordsOf(
  connection: Connection,
  header: Header,
  totals: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  yield encodeRecord(header);
  const tables = (await listTables(connection)).filter(({ name }) => !isDerived(name));
  const isFree = await isUnrestricted(connection);
  for (const { name, isForced, isOpenToSystem } of tables) {
    // Rows that cannot be seen would be missing without a word.
    if (isForced && !isFree && !isOpenToSystem)
      throw new BackupError(
        `The rows of ${name} are not all to be seen by this user of the database.`,
      );
  }
  const forced = new Set(
    tables.filter(({ isForced }) => isForced && !isFree).map(({ name }) => name),
  );
  const sections = header.company
    ? companySections(tables, header.company.id)
    : tables.map(wholeTable);
  for (const section of sections) {
    totals.rows += yield* sectionRecords(connection, section, forced.size > 0);
    totals.tables += 1;
  }
  // After the rows: a sequence may be ahead of them, never behind.
  const sequences = await listSequences(connection);
  yield encodeRecord({
    kind: "sequences",
    sequences: sequences.map(({ name, lastValue, isCalled }) => ({ name, lastValue, isCalled })),
  });
  yield encodeRecord({ kind: "end", ...totals });
}

async function* sectionRecords(
  connection: Connection,
  { query, table, columns, isVisitors }: Section,
  asSystem: boolean,
): AsyncGenerator<Buffer, number> {
  yield encodeRecord({ kind: "table", table, columns, isVisitors });
  const blocks = readRows(connection, query, asSystem);
  for (let next = await blocks.next(); ; next = await blocks.next()) {
    if (next.done) {
      yield encodeRecord({ kind: "tableEnd", rows: next.value });
      return next.value;
    }
    for (let from = 0; from < next.value.length; from += LARGEST_RECORD) {
      yield encodeRecord({ kind: "rows", block: next.value.subarray(from, from + LARGEST_RECORD) });
    }
  }
}
