import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { deleteStaleExports } from "#server/features/exports/deleteStaleExports.ts";
import type { ExportKey } from "#server/features/exports/exportKey.ts";
import { START } from "#server/features/exports/exportSteps.ts";
import {
  discardExport,
  findExport,
  findExportCompany,
  findExportFiles,
  insertExport,
} from "#server/features/exports/exports.queries.ts";
import { runExport } from "#server/features/exports/runExport.ts";
import { zipOfExport } from "#server/features/exports/zipOfExport.ts";
import { BackupError } from "#server/operations/backup/backupError.ts";
import { refuseExisting, writeNewFile } from "#server/operations/backup/writeNewFile.ts";
import type { ObjectStoreConfig } from "#server/platform/config/objectStoreConfig.ts";
import type { Database } from "#server/platform/db/database.ts";

export interface ExportedToFile {
  /** Name of the company. */
  name: string;
  rows: number;
  /** File size in bytes. */
  size: number;
}

/**
 * Exports a company of any size to a new file. The database contains the export until the file is
 * complete, as if an admin had requested the export.
 * @throws BackupError with one line for the user
 */
export async function exportToFile(
  database: Database,
  subdomain: string,
  path: string,
  store?: ObjectStoreConfig,
): Promise<ExportedToFile> {
  await refuseExisting(path);
  const company = await database.system.first(findExportCompany, { subdomain });
  if (!company) throw new BackupError(`There is no company with the subdomain ${subdomain}.`);
  const { id: companyId, name } = company;
  const tenant = database.tenant(companyId);
  const progress = JSON.stringify(START);
  const created = await tenant.first(insertExport, { companyId, requesterId: null, progress });
  if (!created)
    throw new BackupError("An export of this company is already running. Wait until it is done.");
  const key = { companyId, exportId: created.id };
  try {
    await runToEnd(database, key);
    const found = await tenant.first(findExportFiles, key);
    if (found?.state !== "ready") throw new BackupError("The export failed.");
    const zip = Readable.from(zipOfExport(tenant, key, found, store));
    const size = await writeNewFile(path, (file) => pipeline(zip, file));
    const made = await database.system.first(findExport, key);
    return { name, rows: made?.rowsDone ?? 0, size };
  } finally {
    await tenant.all(discardExport, key);
    await deleteStaleExports(database.system);
  }
}

/** Makes the export in this process. An error ends the command, so no work is retried. */
async function runToEnd(database: Database, key: ExportKey): Promise<void> {
  let isUnfinished = true;
  const work = {
    database,
    logger: { warn: () => undefined },
    maxBytes: Infinity,
    enqueue: () => {
      isUnfinished = true;
      return Promise.resolve();
    },
  };
  while (isUnfinished) {
    isUnfinished = false;
    await runExport(work, key);
  }
}
