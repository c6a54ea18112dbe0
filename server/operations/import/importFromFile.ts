import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { ImportCounts } from "#contract/importRun.ts";
import type { ImportSource } from "#contract/importFormats.ts";
import { IMPORT_FATES } from "#contract/importRun.ts";
import { IMPORT_MAX_BYTES } from "#contract/importFormats.ts";
import type { Quotas } from "#contract/quotas.ts";
import { findExportCompany } from "#server/features/exports/exports.queries.ts";
import type { ImportKey } from "#server/features/imports/importKey.ts";
import type { PictureOptions } from "#server/features/imports/kinds/recordKind.ts";
import { findRun, lockRun } from "#server/features/imports/importRuns.queries.ts";
import { runImport } from "#server/features/imports/runImport.ts";
import { continueImport } from "#server/features/imports/continueImport.ts";
import { sumOf } from "#server/features/imports/storedCounts.ts";
import type { StoredRun } from "#server/features/imports/storedRun.ts";
import { NO_PREVIEW, NO_PROGRESS } from "#server/features/imports/storedRun.ts";
import { prepareReading, storeUpload } from "#server/features/imports/storeUpload.ts";
import { updateLockedRun } from "#server/features/imports/updateLockedRun.ts";
import { BackupError } from "#server/operations/backup/backupError.ts";
import type { Change } from "#server/platform/changes/change.ts";
import type { Database } from "#server/platform/db/database.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { createMissingBoards, listMissingBoards } from "./createMissingBoards.ts";

interface FileToImport {
  subdomain: string;
  path: string;
  source: ImportSource;
  /** Whether to execute the run after the dry run. */
  isRun: boolean;
  /**
   * Whether to create a board for each board name in the file that matches no board of the company.
   */
  createsBoards: boolean;
  quotas: Quotas;
  /** The maximum number of megabytes that the imports of the company take up. */
  megabytes: number;
  pictures: PictureOptions;
  /** Notifies running portals of a change. */
  notify: (change: Change) => Promise<void>;
}

interface ImportResult {
  /** The name of the company. */
  name: string;
  counts: readonly ImportCounts[];
  /** The board names in the file that match no board of the company. */
  missingBoards: readonly string[];
}

/**
 * Executes the dry run of an import in this process, and then the run if the operator has requested
 * a run. If not, an admin can start the run on the company's page *Import and Export*.
 * @throws BackupError with one line for the user
 */
export async function importFromFile(
  database: Database,
  {
    subdomain,
    path,
    source,
    isRun,
    createsBoards,
    quotas,
    megabytes,
    pictures,
    notify,
  }: FileToImport,
): Promise<ImportResult> {
  const company = await database.system.first(findExportCompany, { subdomain });
  if (!company) throw new BackupError(`There is no company with the subdomain ${subdomain}.`);
  const { id: companyId, name } = company;
  const importId = await upload(database, companyId, { path, source, megabytes });
  const key = { companyId, importId, megabytes, pictures };
  const read = await runToEnd(database, key);
  if (read.state === "failed")
    throw new BackupError(`The file cannot be read. ${read.problem ?? ""}`);
  const bytes = Object.values(read.layout.bytes ?? {}).reduce((sum, size) => sum + size, 0);
  const check = () => start(database, key, { state: "checking", total: bytes, quotas });
  let done = await check();
  const db = database.tenant(companyId);
  let missing = await listMissingBoards(db, importId);
  if (createsBoards && missing.length > 0) {
    await createMissingBoards(db, importId, { missing, quotas });
    await notify({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
    done = await check();
    missing = await listMissingBoards(db, importId);
  }
  if (isRun) {
    const total = sumOf(done.counts, IMPORT_FATES);
    done = await start(database, key, { state: "running", total, quotas });
    await notify({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
  }
  return { name, counts: done.counts, missingBoards: missing.map((board) => board.name) };
}

async function upload(
  database: Database,
  companyId: number,
  { path, source, megabytes }: Pick<FileToImport, "path" | "source" | "megabytes">,
): Promise<number> {
  const content = createReadStream(path, { end: IMPORT_MAX_BYTES });
  const file = { source, name: basename(path), content, megabytes };
  try {
    return await storeUpload(database.tenant(companyId), file, async (uploaded) => {
      if (content.bytesRead > IMPORT_MAX_BYTES) throw new BackupError("The file is too large.");
      await database.system.transaction((db) => prepareReading(db, companyId, uploaded));
      return uploaded.importId;
    });
  } catch (error) {
    throw error instanceof HttpError ? new BackupError(`${error.message}.`) : error;
  }
}

interface ImportToEnd extends ImportKey {
  megabytes: number;
  pictures: PictureOptions;
}

/** Executes the dry run or the run, and returns the import afterwards. */
async function start(
  database: Database,
  key: ImportToEnd,
  { state, total, quotas }: { state: "checking" | "running"; total: number; quotas: Quotas },
): Promise<StoredRun> {
  await database.system.transaction(async (db) => {
    const run = await db.first(lockRun, key);
    if (!run) throw new BackupError("The import was deleted meanwhile.");
    const progress = { ...NO_PROGRESS, total };
    const mapping = { ...run.mapping, viewQuota: quotas.views };
    const cleared = state === "checking" ? { counts: [], names: [], preview: NO_PREVIEW } : {};
    await updateLockedRun(db, key.companyId, run, { state, progress, mapping, ...cleared });
  });
  return runToEnd(database, key);
}

/** Does the work of an import in this process. An error ends the command, so no work is retried. */
async function runToEnd(
  database: Database,
  { megabytes, pictures, ...key }: ImportToEnd,
): Promise<StoredRun> {
  let isUnfinished = true;
  const work = {
    continueImport: (unfinished: ImportKey) =>
      continueImport({ database, megabytes, pictures }, unfinished),
    // Changes are not published here, because `importFromFile` notifies the portals once after the
    // run.
    changes: { publish: () => undefined },
    enqueue: () => {
      isUnfinished = true;
      return Promise.resolve();
    },
  };
  while (isUnfinished) {
    isUnfinished = false;
    await runImport(work, key);
  }
  const run = await database.system.first(findRun, key);
  if (!run) throw new BackupError("The import was deleted meanwhile.");
  return run;
}
