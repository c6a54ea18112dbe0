import type { Database } from "#server/platform/db/database.ts";
import { deleteSomeRecords } from "./importRecords.queries.ts";
import {
  deleteAbandonedImport,
  deleteFileData,
  listAbandonedImports,
  listExpiredImports,
} from "./importRuns.queries.ts";

/**
 * Deletes up to 100 imports that nobody has continued for a week. Also deletes the data of the
 * files, such as the stored records, of up to 100 runs that can no longer be undone.
 */
export async function deleteExpiredImports(
  { system }: Pick<Database, "system">,
  signal?: AbortSignal,
): Promise<void> {
  for (const key of await system.all(listAbandonedImports, {})) {
    signal?.throwIfAborted();
    // Foreign keys delete the file and up to two million records.
    await system.transaction((db) => db.all(deleteAbandonedImport, key), { isLong: true });
  }
  for (const key of await system.all(listExpiredImports, {})) {
    let deleted: number;
    do {
      signal?.throwIfAborted();
      deleted = (await system.all(deleteSomeRecords, key)).length;
    } while (deleted > 0);
    await system.all(deleteFileData, key);
  }
}
