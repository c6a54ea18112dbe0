import type { Database, SystemDb } from "#server/platform/db/database.ts";
import { deleteSomeRecords } from "./importRecords.queries.ts";
import {
  deleteFileData,
  deleteRun,
  listExpiredImports,
  lockAbandonedImport,
} from "./importRuns.queries.ts";

/**
 * Deletes all imports that nobody has continued for a week. Also deletes the data of the
 * files, such as the stored records, of up to 100 runs that can no longer be undone.
 */
export async function deleteExpiredImports(
  { system }: Pick<Database, "system">,
  signal?: AbortSignal,
): Promise<void> {
  // Foreign keys delete the file and up to two million records.
  while (await system.transaction(deleteAbandonedImport, { isLong: true }))
    signal?.throwIfAborted();
  for (const key of await system.all(listExpiredImports, {})) {
    let deleted: number;
    do {
      signal?.throwIfAborted();
      deleted = (await system.all(deleteSomeRecords, key)).length;
    } while (deleted > 0);
    await system.all(deleteFileData, key);
  }
}

/** Deletes an import that nobody has continued. Returns false if there is none. */
async function deleteAbandonedImport(db: SystemDb): Promise<boolean> {
  const key = await db.first(lockAbandonedImport, {});
  if (!key) return false;
  await db.all(deleteRun, key);
  return true;
}
