import type { Db } from "#server/platform/db/database.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import {
  deleteSomeOldActivities,
  deleteSomeOldNotifications,
  NOTIFICATION_SLICE,
} from "./notifications.queries.ts";

/**
 * Deletes notifications after 90 days, and activities after 90 days if they have no notifications
 * and wait for no consumer. Each statement deletes one slice. If `signal` aborts, the
 * next run deletes the remaining rows.
 */
export async function deleteOldNotifications(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteSlices(db, deleteSomeOldNotifications, signal);
  await deleteSlices(db, deleteSomeOldActivities, signal);
}

async function deleteSlices(
  db: Db,
  slice: Statement<object, { id: number }>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let deleted: number;
  do {
    if (signal?.aborted) return;
    deleted = (await db.all(slice, {})).length;
  } while (deleted === NOTIFICATION_SLICE);
}
