import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { listOverdueImports } from "./importRuns.queries.ts";
import type { ImportStep } from "./continueImport.ts";
import { ImportKey } from "./importKey.ts";

/** Name of the job that processes the next slices of an import. */
export const IMPORT_TASK = "runImport";

/** Continues an import for a while. The signal is aborted when the process stops. */
export type ContinueImport = (key: ImportKey, signal?: AbortSignal) => Promise<ImportStep>;

interface Work {
  continueImport: ContinueImport;
  changes: Pick<ChangeFeed, "publish">;
  /**
   * Adds a job for the import to the end of the queue. The new job replaces a waiting job of the
   * same import. A job that waits for `waitMs` milliseconds takes up no slot of the queue meanwhile.
   * Long jobs run one after the other, so that they take up only one slot.
   */
  enqueue: (key: ImportKey, step?: Pick<ImportStep, "waitMs" | "isLong">) => Promise<unknown>;
}

/**
 * Continues an import and publishes one change event for everything that was written. If work is
 * left, a new job continues it.
 */
export async function runImport(
  { continueImport, changes, enqueue }: Work,
  payload: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const key = ImportKey.parse(payload);
  // If `continueImport` rejects, it has possibly committed some slices before.
  let step: ImportStep = { isLeft: true, hasWritten: true };
  try {
    step = await continueImport(key, signal);
  } finally {
    const { companyId } = key;
    if (step.hasWritten)
      changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
  }
  if (step.isLeft) await enqueue(key, step);
}

/** Adds jobs for imports whose process was killed or whose job failed. Called every minute. */
export async function resumeImports({
  database,
  enqueue,
}: Pick<Work, "enqueue"> & { database: Database }): Promise<void> {
  for (const key of await database.system.all(listOverdueImports, {})) await enqueue(key);
}
