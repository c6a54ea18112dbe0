import { KEY_FILE } from "#server/platform/secrets/sealSecret.ts";
import { migrate, readMigrations } from "#server/platform/db/migrate.ts";
import { BackupError } from "./backupError.ts";
import { ensureBackupKey, readBackupKey } from "./backupKey.queries.ts";
import type { CompanyHeader, Header } from "./backupRecords.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import {
  hasSchema,
  isDerived,
  isUnrestricted,
  listRunMigrations,
  listTables,
} from "./catalogue.queries.ts";
import type { Connection } from "./connection.queries.ts";
import { connect } from "./connection.queries.ts";
import type { BackupFile } from "./openBackupFile.ts";
import { openBackupFile } from "./openBackupFile.ts";
import { countRows, readSections } from "./readSections.ts";
import { refusalOf } from "./refusal.queries.ts";
import { restoreCompany } from "./restoreCompany.ts";
import {
  analyze,
  blockMigrations,
  clearTable,
  closeTables,
  inTransactionOf,
  isInUse,
  openTables,
  publishAllChanged,
  setSequence,
  writeRows,
} from "./rows.queries.ts";
import { originOf } from "./signature.ts";
import { silenceNotifications } from "./silence.queries.ts";
import { removeClosedSecrets } from "./sealedSecrets.queries.ts";
import type { Age } from "./versionAge.ts";
import { ageOf } from "./versionAge.ts";

export interface Restored {
  company: Header["company"];
  createdAt: string;
  rows: number;
}

/**
 * Opens a backup that this program can restore.
 * @throws BackupError if the file is damaged, is not a backup or is of another version
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

/** Returns advice for restoring a company backup of an older version into a newer installation. */
function adviceForCompany(older: string, newer: string): string {
  return `Restore it with ${older} into a new DATA_DIR or DATABASE_URL, start ${newer} there once, back up the company there, and restore that.`;
}

function lastOf(migrations: Header["migrations"]): string {
  return migrations.at(-1)?.name ?? "none";
}

/** Refuses a database in use whose migrations differ from those of the program and the backup. */
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

export interface RestoreOptions {
  /** Receives warnings, and a message for the user when a step takes long. */
  log?: (line: string) => void;
  /** Whether to restore a company from a file that this installation did not sign. */
  isForeignAccepted?: boolean;
  /**
   * Whether a file that this installation did not sign is allowed to refer to accounts of this
   * installation. The accounts are found by their e-mail addresses.
   */
  arePeopleSame?: boolean;
  /**
   * Whether the key of this installation opens a sealed secret. By default, secrets are kept without
   * a check.
   */
  canOpen?: (sealed: Buffer) => boolean;
  /** Whether to restore an installation without the secrets that cannot be opened. */
  areSecretsDropped?: boolean;
}

/**
 * Restores a backup in one transaction: an installation into an empty database, or a company into a
 * database that does not contain this company. Derived data is rebuilt.
 * @throws BackupError or StartError with one line for the user, or a database error
 */
export async function restoreBackup(
  file: BackupFile,
  connectionString: string,
  options: RestoreOptions = {},
): Promise<Restored> {
  const { company, createdAt, migrations } = file.header;
  const { log = () => undefined } = options;
  const connection = await connect(connectionString);
  try {
    const isThere = await hasSchema(connection);
    if (isThere && !company && (await isInUse(connection))) throw notEmpty();
    // A restore does not migrate a database in use. The database is migrated when the portal
    // starts.
    if (!isThere || !(await isInUse(connection))) await migrate(connectionString, { log });
    await blockMigrations(connection, log);
    refuseOtherDatabase(ageOf(await listRunMigrations(connection), migrations));
    const tables = await listTables(connection);
    const rows = await inTransactionOf(connection, () =>
      withOpenTables(connection, tables, async () => {
        const restored = company
          ? await restoreOne(connection, file, company, tables, options)
          : await restoreAll(connection, file, tables, options);
        await silenceNotifications(connection, company?.id ?? null);
        return restored;
      }),
    ).catch((error: unknown) => {
      throw refusalOf(error) ?? error;
    });
    // The rows are committed, so an error in this step must not make the restore fail.
    await analyze(connection).catch((error: unknown) =>
      log(`The statistics of the database were not updated (${String(error)}). Run "analyze".`),
    );
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

/**
 * Locks the tables, runs a restore, and tells running portals that any data may have changed. Call
 * this in a transaction.
 */
async function withOpenTables(
  connection: Connection,
  tables: readonly CatalogueTable[],
  restore: () => Promise<number>,
): Promise<number> {
  const isFree = await isUnrestricted(connection);
  await openTables(connection, tables, isFree);
  const rows = await restore();
  await closeTables(connection, tables, isFree);
  await publishAllChanged(connection);
  return rows;
}

async function restoreOne(
  connection: Connection,
  file: BackupFile,
  company: CompanyHeader,
  tables: readonly CatalogueTable[],
  {
    isForeignAccepted = false,
    arePeopleSame = false,
    canOpen = () => true,
    log = () => undefined,
  }: RestoreOptions,
): Promise<number> {
  const origin = originOf(file, await readBackupKey(connection));
  if (origin !== "own" && !isForeignAccepted) {
    const reason =
      origin === "foreign" ? "another installation made this backup" : "this backup is not signed";
    throw new BackupError(
      `Nothing was restored: ${reason}. If you trust where it comes from, add --foreign.`,
    );
  }
  const isOwn = origin === "own";
  const rows = await restoreCompany(connection, file, company, tables, {
    isOwn,
    arePeopleSame: isOwn || arePeopleSame,
  });
  // A foreign file could contain the sealed secret of another company of this installation, to be
  // sent to a provider that the file names.
  const lost = await removeClosedSecrets(connection, tables, {
    companyId: company.id,
    canOpen: (sealed) => isOwn && canOpen(sealed),
  });
  if (lost.length > 0) log(`Enter these secrets again: ${lost.join(", ")}.`);
  return rows;
}

/** Replaces the rows that the migrations inserted with the rows of the file. */
async function restoreAll(
  connection: Connection,
  file: BackupFile,
  tables: readonly CatalogueTable[],
  { log = () => undefined, canOpen = () => true, areSecretsDropped = false }: RestoreOptions,
): Promise<number> {
  if (await isInUse(connection)) throw notEmpty();
  for (const { name } of tables.toReversed()) await clearTable(connection, name);
  const { rows, sequences } = await readSections(file.records(), async (section, blocks) => {
    const { table, columns, isVisitors } = section;
    const known = tables.find(({ name }) => name === table);
    if (isVisitors || !known || !columns.every((column) => known.columns.includes(column)))
      throw new BackupError(`The backup holds ${table}, which this program does not know.`);
    // Only format 1 contains rows of derived tables. These rows are counted but not inserted,
    // because a trigger has already created the rows of the derived table.
    return isDerived(table) ? countRows(blocks) : writeRows(connection, table, columns, blocks);
  });
  for (const position of sequences) await setSequence(connection, position);
  await ensureBackupKey(connection);
  // The key comes from the file itself, so a valid signature does not prove who made the file. A
  // missing signature is only reported.
  if (originOf(file, await readBackupKey(connection)) !== "own")
    log("The backup is not signed: nothing shows whether it was changed after it was made.");
  const lost = await removeClosedSecrets(connection, tables, { companyId: null, canOpen });
  if (lost.length > 0 && !areSecretsDropped)
    throw new BackupError(
      `Nothing was restored: the backup has secrets that are sealed with another key: ${lost.join(", ")}. Set SECRET_KEY to the key of the installation that made it, or copy its file ${KEY_FILE} into DATA_DIR. To restore without these secrets and enter them again, add --without-secrets.`,
    );
  if (lost.length > 0) log(`Enter these secrets again: ${lost.join(", ")}.`);
  return rows;
}
