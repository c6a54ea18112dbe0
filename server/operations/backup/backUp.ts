import type { Connection } from "./connection.queries.ts";
import { connect } from "./connection.queries.ts";
import { readMigrations } from "#server/platform/db/migrate.ts";
import { readBackupKey } from "./backupKey.queries.ts";
import { beginReading, blockMigrations, countStoredPictures, readRows } from "./rows.queries.ts";
import {
  findCompanyBySubdomain,
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
import type { BackupSection } from "./companyRows.ts";
import { companySections, wholeTable } from "./companyRows.ts";
import { hasSealedSecrets } from "./sealedSecrets.queries.ts";
import { ageOf } from "./versionAge.ts";
import { writeBackupFile } from "./writeBackupFile.ts";

export interface BackedUp {
  company: Header["company"];
  rows: number;
  /** File size in bytes. */
  size: number;
  /** The number of pictures in the S3-compatible store, whose files are not in the backup. */
  storedPictures: number;
  /** Whether the backup has secrets that only the installation's key opens, which is not in it. */
  hasSealedSecrets: boolean;
}

export interface BackUpOptions {
  connectionString: string;
  /** Absolute path of the new file. */
  path: string;
  /** Subdomain of the only company to back up. Undefined for the whole installation. */
  company?: string | undefined;
  /** Receives a message for the user while the backup waits for a migration. */
  log?: (line: string) => void;
}

/**
 * Writes a consistent snapshot of the database to a file. The portal can run during the backup.
 * Memory use is limited. Derived tables are left out. Backups and migrations wait for each other.
 * @throws BackupError with one line for the user, or a database error
 */
export async function backUp({
  connectionString,
  path,
  company,
  log,
}: BackUpOptions): Promise<BackedUp> {
  const connection = await connect(connectionString);
  try {
    await blockMigrations(connection, log);
    if (!(await hasSchema(connection))) throw new BackupError("The database contains no portal.");
    await beginReading(connection);
    const unsigned = await headerOf(connection, company);
    const key = await readBackupKey(connection);
    const header = { ...unsigned, installation: key.installation };
    const totals = { tables: 0, rows: 0 };
    const size = await writeBackupFile(path, recordsOf(connection, header, totals), key);
    const storedPictures = await countStoredPictures(connection, header.company?.id ?? null);
    const hasSecrets = await hasSealedSecrets(connection, await listTables(connection));
    return {
      company: header.company,
      rows: totals.rows,
      size,
      storedPictures,
      hasSealedSecrets: hasSecrets,
    };
  } finally {
    await connection.close().catch(() => undefined);
  }
}

async function headerOf(connection: Connection, subdomain: string | undefined): Promise<Header> {
  const company =
    subdomain === undefined ? null : await findCompanyBySubdomain(connection, subdomain);
  if (subdomain !== undefined && !company)
    throw new BackupError(`There is no company with the subdomain ${subdomain}.`);
  const migrations = await listRunMigrations(connection);
  await refuseOtherDatabase(migrations);
  return { kind: "header", createdAt: new Date().toISOString(), migrations, company };
}

/**
 * Refuses a database whose migrations differ from those of this program, because only a program
 * with the database's migrations could restore the backup.
 */
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
    // The backup is refused, because it would lack the rows that row-level security hides.
    if (isForced && !isFree && !isOpenToSystem)
      throw new BackupError(`The rows of ${name} are not all visible to this database user.`);
  }
  const forced = new Set(
    tables.filter(({ isForced }) => isForced && !isFree).map(({ name }) => name),
  );
  const sections = header.company
    ? companySections(tables, header.company.id)
    : tables.map(wholeTable);
  for (const section of sections) {
    // In the backup of a company, each query also reads other tables, so it runs as the system role
    // if any table is restricted. In the backup of an installation, a query reads one table. It
    // runs as the system role only if this table is restricted, because only the owner can read
    // some tables.
    const asSystem = header.company ? forced.size > 0 : forced.has(section.table);
    totals.rows += yield* sectionRecords(connection, section, asSystem);
    totals.tables += 1;
  }
  // Sequences are read after the rows, so that the values can be ahead of the ids of the rows but
  // never behind them.
  const sequences = await listSequences(connection);
  yield encodeRecord({
    kind: "sequences",
    sequences: sequences.map(({ name, lastValue, isCalled }) => ({ name, lastValue, isCalled })),
  });
  yield encodeRecord({ kind: "end", ...totals });
}

async function* sectionRecords(
  connection: Connection,
  { query, table, columns, isVisitors }: BackupSection,
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
