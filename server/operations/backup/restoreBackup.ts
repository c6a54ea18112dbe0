import { migrate, readMigrations } from "#server/platform/db/migrate.ts";
import { BackupError } from "./backupError.ts";
import type { BackupRecord, Header, SequencePosition, TableRecord } from "./backupRecords.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import {
  hasSchema,
  isDerived,
  isUnrestricted,
  listRunMigrations,
  listSequences,
  listTables,
} from "./catalogue.queries.ts";
import type { Connection } from "./connection.queries.ts";
import { connect } from "./connection.queries.ts";
import type { BackupFile } from "./openBackupFile.ts";
import { openBackupFile } from "./openBackupFile.ts";
import {
  analyze,
  publishAllChanged,
  clearTable,
  closeTables,
  findTaken,
  blockMigrations,
  inTransaction,
  isInUse,
  advanceSequence,
  limitToCompany,
  openTables,
  reviveSubdomain,
  setSequence,
  writeRows,
  writeVisitors,
} from "./rows.queries.ts";
import { refusalOf } from "./refusal.queries.ts";
import type { Age } from "./versionAge.ts";
import { ageOf } from "./versionAge.ts";

export interface Restored {
  company: Header["company"];
  createdAt: string;
  rows: number;
}

/**
 * Opens a backup that this program can restore.
 * @throws BackupError if it is damaged, of another kind or of another version
 */
export async function openRestorable(path: string): Promise<BackupFile> {
  const file = await openBackupFile(path);
  const { migrations, company } = file.header;
  const ours = await readMigrations();
  const age = ageOf(migrations, ours);
  if (age === "same") return file;
  await file.close();
  const [theirLast, ourLast] = [lastOf(migrations), lastOf(ours)];
  const lasts = `its last migration is ${theirLast}, this program's ${ourLast}`;
  if (age === "newer") {
    throw new BackupError(
      `${path} is of a newer version of the portal (${lasts}). Update the portal to that version first: this one would not start on the restored database.`,
    );
  }
  if (age === "other") {
    throw new BackupError(
      `${path} is of another version of the portal, with other migrations (${lasts}). Only a program with the same migrations can restore it and start on it.`,
    );
  }
  const advice = company
    ? adviceForCompany("that version", "this version")
    : "Restore it with that version, then start this one.";
  throw new BackupError(`${path} is of an older version of the portal (${lasts}). ${advice}`);
}

/** Advice for a company backup of an older version and a newer installation. */
function adviceForCompany(older: string, newer: string): string {
  return `Restore it with ${older} into a new DATA_DIR or DATABASE_URL, start ${newer} there once, back up the company there, and restore that.`;
}

function lastOf(migrations: Header["migrations"]): string {
  return migrations.at(-1)?.name ?? "none";
}

/** A database in use must match the versions of program and backup. */
function refuseOtherDatabase(age: Age): void {
  if (age === "same") return;
  const problem = {
    older: "older than this program: start the portal once, then restore.",
    newer: `newer than this program and the backup. ${adviceForCompany("this version", "the newer one")}`,
    other:
      "of another version, with other migrations: only a backup with the same migrations can be restored there.",
  }[age];
  throw new BackupError(`The database is ${problem}`);
}

/**
 * Restores a backup in one transaction: an installation into an empty database, or a company into a
 * database without it. Derived data is rebuilt.
 * @param log receives a line for the user when a step takes long
 * @throws BackupError or StartError with one line for the user, or a database error
 */
export async function restoreBackup(
  file: BackupFile,
  connectionString: string,
  log: (line: string) => void = () => undefined,
): Promise<Restored> {
  const { company, createdAt, migrations } = file.header;
  const connection = await connect(connectionString);
  try {
    const isThere = await hasSchema(connection);
    if (isThere && !company && (await isInUse(connection))) throw notEmpty();
    // Only the portal's start migrates a database in use.
    if (!isThere || !(await isInUse(connection))) await migrate(connectionString, { log });
    await blockMigrations(connection, log);
    refuseOtherDatabase(ageOf(await listRunMigrations(connection), migrations));
    const restoring = new Restore(connection, file, await listTables(connection));
    const rows = await inTransaction(connection, () => restoring.run()).catch((error: unknown) => {
      throw refusalOf(error) ?? error;
    });
    await analyze(connection);
    return { company, createdAt, rows };
  } finally {
    await connection.close().catch(() => undefined);
  }
}

function notEmpty(): BackupError {
  return new BackupError(
    "The database is not empty: a whole installation is restored into a new one (another DATA_DIR or DATABASE_URL).",
  );
}

/** One restore within its transaction. */
class Restore {
  readonly #connection: Connection;
  readonly #file: BackupFile;
  readonly #tables: readonly CatalogueTable[];
  #rows = 0;
  #sections = 0;

  constructor(connection: Connection, file: BackupFile, tables: readonly CatalogueTable[]) {
    this.#connection = connection;
    this.#file = file;
    this.#tables = tables;
  }

  /** Returns the number of rows. */
  async run(): Promise<number> {
    const connection = this.#connection;
    const isFree = await isUnrestricted(connection);
    await openTables(connection, this.#tables, isFree);
    await this.#prepare();
    await this.#readAll();
    await this.#finish();
    await closeTables(connection, this.#tables, isFree);
    await publishAllChanged(connection);
    return this.#rows;
  }

  /**
   * Checks preconditions and removes rows that the migrations inserted. Tables are locked by now.
   */
  async #prepare(): Promise<void> {
    const { company } = this.#file.header;
    if (!company) {
      if (await isInUse(this.#connection)) throw notEmpty();
      for (const { name } of this.#tables.toReversed()) await clearTable(this.#connection, name);
      return;
    }
    const taken = await findTaken(this.#connection, company);
    if (taken)
      throw new BackupError(
        `The company ${company.name} cannot be restored: ${taken.name} already uses its id or subdomain.`,
      );
  }

  async #readAll(): Promise<void> {
    const records = this.#file.records();
    let end: BackupRecord | undefined;
    for (let next = await records.next(); !next.done; next = await records.next()) {
      const record = next.value;
      if (record.kind === "table") await this.#readTable(record, records);
      else if (record.kind === "sequences") await this.#setSequences(record.sequences);
      else if (record.kind === "end") end = record;
    }
    if (end?.kind !== "end" || end.rows !== this.#rows || end.tables !== this.#sections)
      throw new BackupError("The backup is malformed.");
  }

  async #readTable(
    { table, columns, isVisitors }: TableRecord,
    records: AsyncGenerator<BackupRecord>,
  ): Promise<void> {
    const known = this.#tables.find(({ name }) => name === table);
    if (!known || !columns.every((column) => known.columns.includes(column)))
      throw new BackupError(`The backup holds ${table}, which this program does not know.`);
    let expectedRows = -1;
    async function* blocks(): AsyncGenerator<Buffer> {
      for (let next = await records.next(); !next.done; next = await records.next()) {
        if (next.value.kind === "rows") {
          yield next.value.block;
          continue;
        }
        if (next.value.kind === "tableEnd") expectedRows = next.value.rows;
        return;
      }
    }
    const rows = await this.#write({ table, columns, isVisitors }, blocks());
    if (rows !== expectedRows)
      throw new BackupError(`The rows of ${table} do not match the number in the backup.`);
    this.#rows += rows;
    this.#sections += 1;
  }

  async #write(
    { table, columns, isVisitors }: Omit<TableRecord, "kind">,
    blocks: AsyncIterable<Buffer>,
  ): Promise<number> {
    // Format 1 contains this table. The trigger has already filled it.
    if (isDerived(table)) return countRows(blocks);
    if (isVisitors) return writeVisitors(this.#connection, columns, blocks);
    return writeRows(this.#connection, table, columns, blocks);
  }

  async #setSequences(positions: readonly SequencePosition[]): Promise<void> {
    if (this.#file.header.company) return;
    for (const position of positions) await setSequence(this.#connection, position);
  }

  async #finish(): Promise<void> {
    const { company } = this.#file.header;
    if (!company) return;
    if (company.subdomain !== null) await reviveSubdomain(this.#connection, company.subdomain);
    await limitToCompany(this.#connection, company.id);
    for (const sequence of await listSequences(this.#connection))
      await advanceSequence(this.#connection, sequence);
  }
}

/** Counts rows in COPY text format, in which line breaks inside values are escaped. */
async function countRows(blocks: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const block of blocks) {
    for (let at = block.indexOf("\n"); at !== -1; at = block.indexOf("\n", at + 1)) rows += 1;
  }
  return rows;
}
