import type { Database, Db, SystemDb } from "#server/platform/db/database.ts";
import type { ImportKey } from "./importKey.ts";
import { deleteSomeRecords } from "./importRecords.queries.ts";
import {
  deleteFileData,
  deleteRun,
  listExpiredImports,
  lockAbandonedImport,
} from "./importRuns.queries.ts";

/**
 * Deletes all imports that nobody has continued for a week. Also deletes the data of the files, such
 * as the stored records, of up to 100 imports that can no longer be undone or have written nothing.
 */
export async function deleteExpiredImports(
  { system }: Pick<Database, "system">,
  signal?: AbortSignal,
): Promise<void> {
  // Foreign keys delete the file and up to two million records.
  while (await system.transaction(deleteAbandonedImport, { isLong: true }))
    signal?.throwIfAborted();
  for (const key of await system.all(listExpiredImports, {}))
    await deleteFileDataOf(system, key, () => {
      signal?.throwIfAborted();
      return true;
    });
}

/** Deletes the records and other data of an import's file, as long as `mayContinue` is true. */
export async function deleteFileDataOf(
  db: Db,
  key: ImportKey,
  mayContinue: () => boolean,
): Promise<void> {
  do {
    if (!mayContinue()) return;
  } while ((await db.all(deleteSomeRecords, key)).length > 0);
  await db.all(deleteFileData, key);
}

/** Deletes an import that nobody has continued. Returns false if there is none. */
async function deleteAbandonedImport(db: SystemDb): Promise<boolean> {
  const key = await db.first(lockAbandonedImport, {});
  if (!key) return false;
  await db.all(deleteRun, key);
  return true;
}
