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
  announceEverything,
  clearTable,
  closeTables,
  findTaken,
  holdOffMigrations,
  inTransaction,
  isInUse,
  liftSequence,
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
 * @throws BackupError when it is damaged, something else, or of another version
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
      `${path} is of a newer version of the portal (${lasts}). Update the portal to that version first: this one would not start on what is restored.`,
    );
  }
  if (age === "other") {
    throw new BackupError(
      `${path} is of another version of the portal, with other migrations (${lasts}). Only a program with the same ones can restore it, and start on it.`,
    );
  }
  const advice = company
    ? wayOfACompany("that version", "this version")
    : "Restore it with that version, then start this one.";
  throw new BackupError(`${path} is of an older version of the portal (${lasts}). ${advice}`);
}

/** For who has a company's file of an older version, and a newer installation to put it into. */
function wayOfACompany(older: string, newer: string): string {
  return `Restore it with ${older} into a new DATA_DIR or DATABASE_URL, start ${newer} there once, back up the company there, and restore that.`;
}

function lastOf(migrations: Header["migrations"]): string {
  return migrations.at(-1)?.name ?? "none";
}

/** The database, which is in use, has to be as the program and the backup are. */
function refuseOtherDatabase(age: Age): void {
  if (age === "same") return;
  const problem = {
    older: "older than this program: start the portal once, then restore.",
    newer: `newer than this program and the backup. ${wayOfACompany("this version", "the newer one")}`,
    other:
      "of another version, with other migrations: nothing but a backup with the same ones can be restored there.",
  }[age];
  throw new BackupError(`The database is ${problem}`);
}

/**
 * Puts a backup into a database: a whole installation into an empty one, one company also into one in use that does not have it. All or
 * nothing. What a backup does not hold, since it follows from the rest, is made anew.
 * @param log gets a line for a person when something takes long
 * @throws BackupError or StartError with one line for a person; the driver's errors
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
    // A database in use is brought up to date by the portal's start, and by nothing else.
    if (!isThere || !(await isInUse(connection))) await migrate(connectionString, { log });
    await holdOffMigrations(connection, log);
    refuseOtherDatabase(ageOf(await listRunMigrations(connection), migrations));
    const restoring = new Restoring(connection, file, await listTables(connection));
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

/** One restoration, inside its transaction. */
class Restoring {
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

  /** Gives the number of rows. */
  async run(): Promise<number> {
    const connection = this.#connection;
    const isFree = await isUnrestricted(connection);
    await openTables(connection, this.#tables, isFree);
    await this.#prepare();
    await this.#readAll();
    await this.#finish();
    await closeTables(connection, this.#tables, isFree);
    await announceEverything(connection);
    return this.#rows;
  }

  /** Now that nobody else can write: is there room, and what the migrations put there gives way. */
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
        `The company ${company.name} cannot be restored: ${taken.name} is there under its number or subdomain.`,
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
    let told = -1;
    async function* blocks(): AsyncGenerator<Buffer> {
      for (let next = await records.next(); !next.done; next = await records.next()) {
        if (next.value.kind === "rows") {
          yield next.value.block;
          continue;
        }
        if (next.value.kind === "tableEnd") told = next.value.rows;
        return;
      }
    }
    const rows = await this.#write({ table, columns, isVisitors }, blocks());
    if (rows !== told)
      throw new BackupError(`The rows of ${table} are not as many as the backup says.`);
    this.#rows += rows;
    this.#sections += 1;
  }

  async #write(
    { table, columns, isVisitors }: Omit<TableRecord, "kind">,
    blocks: AsyncIterable<Buffer>,
  ): Promise<number> {
    // Backups of the format before hold it; the trigger has made it by now.
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
      await liftSequence(this.#connection, sequence);
  }
}

/** How many rows there are in COPY's text format, where a line's end within a row is written otherwise. */
async function countRows(blocks: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const block of blocks) {
    for (let at = block.indexOf("\n"); at !== -1; at = block.indexOf("\n", at + 1)) rows += 1;
  }
  return rows;
}
