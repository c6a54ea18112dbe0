import { migrate, readMigrations } from "#server/db/migrate.ts";
import { BackupError } from "./backupError.ts";
import type { BackupRecord, Header, SequencePosition, TableRecord } from "./backupRecords.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import {
  hasSchema,
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
  const problem = versionProblem(file.header.migrations, await readMigrations());
  if (problem === undefined) return file;
  await file.close();
  throw new BackupError(`${path} ${problem}`);
}

function versionProblem(theirs: Header["migrations"], ours: Header["migrations"]): string | undefined {
  const advice = "Restore it with that version, then start this one.";
  const last = (list: Header["migrations"]) => list.at(-1)?.name ?? "none";
  const isSame = (name: string, checksum: string) =>
    ours.some((migration) => migration.name === name && migration.checksum === checksum);
  if (theirs.length === ours.length && theirs.every(({ name, checksum }) => isSame(name, checksum)))
    return undefined;
  return `is of another version of the portal (its last migration is ${last(theirs)}, this program's ${last(ours)}). ${advice}`;
}

/**
 * Puts a backup into a database: a whole installation into an empty one, one company also into one in use that does not have it. All or
 * nothing.
 * @throws BackupError with one line for a person; the driver's errors
 */
export async function restoreBackup(file: BackupFile, connectionString: string): Promise<Restored> {
  const { company, createdAt, migrations } = file.header;
  const connection = await connect(connectionString);
  try {
    const isThere = await hasSchema(connection);
    if (isThere && !company && (await isInUse(connection))) throw notEmpty();
    // A database in use is brought up to date by the portal's start, and by nothing else.
    if (!isThere || !(await isInUse(connection))) await migrate(connectionString);
    if (versionProblem(await listRunMigrations(connection), migrations) !== undefined)
      throw new BackupError("The database is of another version: start the portal once, then restore.");
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
    const rows = isVisitors
      ? await writeVisitors(this.#connection, columns, blocks())
      : await writeRows(this.#connection, table, columns, blocks());
    if (rows !== told) throw new BackupError(`The rows of ${table} are not as many as the backup says.`);
    this.#rows += rows;
    this.#sections += 1;
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
