import { BackupError } from "./backupError.ts";
import type { CompanyHeader, TableRecord } from "./backupRecords.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import { isDerived, listSequences } from "./catalogue.queries.ts";
import type { CompanySection } from "./companyRows.ts";
import { companySections } from "./companyRows.ts";
import type { Connection } from "./connection.queries.ts";
import { insertImportedVisitors, separateVisitors } from "./importedVisitors.queries.ts";
import type { BackupFile } from "./openBackupFile.ts";
import { countRows, readSections } from "./readSections.ts";
import { advanceSequence, findTaken, requestDomainCheck, reviveSubdomain } from "./rows.queries.ts";
import {
  acceptChanges,
  clearInstallationRights,
  findForeignReference,
  findWrongId,
  hasCompany,
  hasIdsOfOtherRange,
  hasOtherPasswordHash,
  hasOtherRole,
  hasStrangeRow,
  insertStaged,
  listUnprovenAddresses,
  stageRows,
  stagedTable,
  referToExistingAccounts,
} from "./staging.queries.ts";

/** The table that can be missing from files of format 1 and 2. */
const MISSING_BEFORE_FORMAT_3 = "recovery_code";

/** What the signature and the operator say about the source of a file. */
export interface Source {
  /** Whether this installation signed the file. */
  isOwn: boolean;
  /**
   * Whether equal e-mail addresses in the file and in this installation belong to the same person.
   */
  arePeopleSame: boolean;
}

/**
 * Restores one company within a transaction. All rows are first read into temporary tables. A row
 * that a backup of this company would not contain makes the restore fail.
 * @returns the number of rows
 * @throws BackupError if the company's id or subdomain is in use, or if the file has content that a
 * backup would not have
 */
export async function restoreCompany(
  connection: Connection,
  file: BackupFile,
  company: CompanyHeader,
  tables: readonly CatalogueTable[],
  { isOwn, arePeopleSame }: Source,
): Promise<number> {
  const taken = await findTaken(connection, company);
  if (taken)
    throw new BackupError(
      `The company ${company.name} cannot be restored: ${taken.name} already uses its id or subdomain.`,
    );
  const stored = tables.filter(({ name }) => !isDerived(name));
  const expected = companySections(stored, company.id, stagedTable);
  const staging = new CompanyStaging(connection, file, expected);
  const rows = await staging.read();
  await verifyStaged(connection, company, tables, staging.sections);
  const stagedTables = new Set(staging.sections.map(({ table }) => table));
  if (
    !isOwn &&
    (await hasIdsOfOtherRange(connection, await listSequences(connection), stagedTables))
  )
    throw new BackupError(
      "Nothing was restored: the backup has ids of another installation's range, and this installation has no range. Set ID_RANGE to a number that no other installation has, restart this one, then restore again.",
    );
  await acceptChanges(connection);
  if (arePeopleSame) {
    await refuseUnprovenAddresses(connection);
    await referToExistingAccounts(connection, tables, staging.sections);
  } else await separateVisitors(connection, company.id, tables, staging.sections);
  if (!isOwn) await clearInstallationRights(connection);
  for (const section of staging.sections) {
    await insertStaged(connection, section);
    if (section.isVisitors && !arePeopleSame) await insertImportedVisitors(connection, company.id);
  }
  if (!isOwn) await requestDomainCheck(connection);
  if (company.subdomain !== null) await reviveSubdomain(connection, company.subdomain);
  // Sequences are advanced last, because a rollback of the transaction does not reset them.
  for (const sequence of await listSequences(connection))
    await advanceSequence(connection, sequence);
  return rows;
}

/**
 * Reads the sections of a file into temporary tables. Throws unless the file has the sections of a
 * company's backup, in the same order.
 */
class CompanyStaging {
  /** The sections that were read. */
  readonly sections: CompanySection[] = [];
  readonly #connection: Connection;
  readonly #file: BackupFile;
  readonly #expected: CompanySection[];

  constructor(connection: Connection, file: BackupFile, expected: readonly CompanySection[]) {
    this.#connection = connection;
    this.#file = file;
    this.#expected = [...expected];
  }

  /** Reads all sections and returns the number of rows. */
  async read(): Promise<number> {
    const { rows } = await readSections(this.#file.records(), (section, blocks) =>
      this.#stage(section, blocks),
    );
    this.#skipMissing();
    const [missing] = this.#expected;
    if (missing) throw strange(`it ends where a backup of a company holds ${missing.table}`);
    return rows;
  }

  async #stage(section: TableRecord, blocks: AsyncIterable<Buffer>): Promise<number> {
    // Backups in format 1 contain rows of derived tables. These rows are skipped, because a trigger
    // creates the rows of derived tables during the restore.
    if (this.#file.format === 1 && isDerived(section.table)) return countRows(blocks);
    if (this.#expected[0]?.table !== section.table) this.#skipMissing();
    const expected = this.#expected.shift();
    const isExpected =
      expected?.table === section.table && expected.isVisitors === section.isVisitors;
    if (!isExpected) {
      const instead = expected?.table ?? "nothing more";
      throw strange(`it holds ${section.table} where a backup of a company holds ${instead}`);
    }
    if (expected.columns.join() !== section.columns.join())
      throw strange(`the columns of ${section.table} are not those of this version`);
    this.sections.push(expected);
    return stageRows(this.#connection, expected, blocks);
  }

  #skipMissing(): void {
    const isSkipped = this.#file.format < 3 && this.#expected[0]?.table === MISSING_BEFORE_FORMAT_3;
    if (isSkipped) this.#expected.shift();
  }
}

async function verifyStaged(
  connection: Connection,
  company: CompanyHeader,
  tables: readonly CatalogueTable[],
  sections: readonly CompanySection[],
): Promise<void> {
  for (const section of sections) {
    if (await hasStrangeRow(connection, section))
      throw strange(`${section.table} holds a row that a backup of this company does not hold`);
  }
  if (!(await hasCompany(connection, company)))
    throw strange("company does not hold the company that the header names");
  if (await hasOtherRole(connection))
    throw strange("user_account holds an account with another role than user or company_admin");
  if (await hasOtherPasswordHash(connection))
    throw strange("user_account holds a password hash that is not argon2id of this portal");
  const staged = new Set(sections.map(({ table }) => table));
  const reference = await findForeignReference(connection, tables, staged);
  if (reference !== undefined)
    throw strange(`${reference} refers to a row that is not in the backup`);
  const id = await findWrongId(connection, await listSequences(connection), staged);
  if (id !== undefined) throw strange(`${id} holds a number that is too large or too small`);
}

/**
 * Refuses the restore if the account of another company's user in the file and another account in
 * the installation have the same e-mail address, unless both accounts have confirmed the address.
 * Confirmed accounts are merged later.
 */
async function refuseUnprovenAddresses(connection: Connection): Promise<void> {
  const addresses = await listUnprovenAddresses(connection);
  if (addresses.length === 0) return;
  const more = addresses.length > 3 ? ` (and ${String(addresses.length - 3)} more)` : "";
  throw new BackupError(
    `Nothing was restored: an account here and another one in the backup have the same address, and not both have confirmed it: ${addresses.slice(0, 3).join(", ")}${more}. Their owners must confirm it in both installations, or one of the two accounts must be deleted; then make a new backup.`,
  );
}

function strange(what: string): BackupError {
  return new BackupError(`Nothing was restored: the file is no backup of one company: ${what}.`);
}
