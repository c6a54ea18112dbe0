import type { SystemDb } from "#server/platform/db/database.ts";
import {
  deleteExpiredRows,
  deleteSomeStaleParts,
  deleteSomeStalePeople,
} from "./exports.queries.ts";

/** Name of the scheduled job. */
export const EXPORT_CLEAN_UP_TASK = "deleteStaleExports";

/**
 * Deletes exports that have expired. Of exports that have failed, deletes only the parts and the
 * lists of people. Parts and people are deleted in many short statements.
 * @param signal ends the work early when aborted; the next run continues
 */
export async function deleteStaleExports(system: SystemDb, signal?: AbortSignal): Promise<void> {
  for (const statement of [deleteSomeStaleParts, deleteSomeStalePeople]) {
    let deleted: unknown[];
    do {
      if (signal?.aborted) return;
      deleted = await system.all(statement, {});
    } while (deleted.length > 0);
  }
  await system.all(deleteExpiredRows, {});
}
