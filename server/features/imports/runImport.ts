import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { deleteSomeRecords } from "./importRecords.queries.ts";
import { listExpiredImports, listOverdueImports } from "./importRuns.queries.ts";
import type { ImportTurn } from "./takeTurn.ts";

/** Name of the job that processes the next slices of an import. */
export const IMPORT_TASK = "runImport";

export const ImportKey = z.object({ companyId: z.number(), importId: z.number() });
export type ImportKey = z.output<typeof ImportKey>;

/** Takes a turn of an import. The signal is aborted when the process stops. */
export type TakeTurn = (key: ImportKey, signal?: AbortSignal) => Promise<ImportTurn>;

interface Work {
  takeTurn: TakeTurn;
  changes: Pick<ChangeFeed, "publish">;
  /**
   * Adds a job for the import to the end of the queue. The new job replaces a waiting job of the
   * same import.
   */
  enqueue: (key: ImportKey) => Promise<unknown>;
}

/**
 * Takes a turn of an import and publishes one change event for all its slices. If work is left, a
 * new job continues the import.
 */
export async function runImport(
  { takeTurn, changes, enqueue }: Work,
  payload: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const key = ImportKey.parse(payload);
  // If a turn fails, its first slices may have been committed.
  let turn: ImportTurn = { isLeft: true, hasWritten: true };
  try {
    turn = await takeTurn(key, signal);
  } finally {
    const { companyId } = key;
    if (turn.hasWritten)
      changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
  }
  if (turn.isLeft) await enqueue(key);
}

/** Adds jobs for imports whose process was killed or whose job failed. Called every minute. */
export async function resumeImports({
  database,
  enqueue,
}: Pick<Work, "enqueue"> & { database: Database }): Promise<void> {
  for (const key of await database.system.all(listOverdueImports, {})) await enqueue(key);
}

/** Deletes the stored records of runs that can no longer be undone. */
export async function deleteExpiredImportRows(
  { system }: Pick<Database, "system">,
  signal?: AbortSignal,
): Promise<void> {
  for (const key of await system.all(listExpiredImports, {})) {
    let deleted: number;
    do {
      signal?.throwIfAborted();
      deleted = (await system.all(deleteSomeRecords, key)).length;
    } while (deleted > 0);
  }
}
