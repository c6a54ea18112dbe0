import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { checkRecords } from "./checkRecords.ts";
import { deleteSomeRecords } from "./importRecords.queries.ts";
import type { Fetch } from "./readUpload.ts";
import { readUpload } from "./readUpload.ts";
import { undoSlice } from "./undoRecords.ts";
import { writeSlice } from "./writeRecords.ts";
import { findRun, listExpiredImports, listOverdueImports } from "./importRuns.queries.ts";

/** Name of the job that processes the next slices of an import. */
export const IMPORT_TASK = "runImport";

const ImportKey = z.object({ companyId: z.number(), importId: z.number() });
export type ImportKey = z.output<typeof ImportKey>;

/**
 * The time in milliseconds after which a job starts no further slice of an import. A new job at the
 * end of the queue then continues the import, so that long imports do not delay other jobs, such as
 * account mails.
 */
const TURN_MS = 1_000;

interface Work {
  database: Database;
  changes: Pick<ChangeFeed, "publish">;
  /**
   * Adds a job for the import to the end of the queue. The new job replaces a waiting job of the
   * same import.
   */
  enqueue: (key: ImportKey) => Promise<unknown>;
  /** Sends requests to other products. Tests replace it. */
  fetch?: Fetch;
  /** Aborted when the process stops. A job of another process then continues the import. */
  signal?: AbortSignal | undefined;
}

/**
 * Continues an import: reads all records, or continues the dry run, the run or the undo slice by
 * slice for up to a second. A slice and its progress are committed together, so that a killed
 * process neither loses nor repeats a slice. The statements use the company's share of the
 * connections (`createTurns`), so that an import does not delay other companies. The job publishes
 * one change event for all its slices.
 */
export async function runImport(work: Work, payload: unknown): Promise<void> {
  const key = ImportKey.parse(payload);
  const { companyId, importId } = key;
  const database = work.database.inTurnsOf(companyId);
  const db = database.tenant(companyId);
  const end = performance.now() + TURN_MS;
  const mayContinue = () => !work.signal?.aborted && performance.now() < end;
  const run = await db.first(findRun, { companyId, importId });
  if (run?.state === "reading")
    await readUpload(db, importId, { fetch: work.fetch ?? guardedFetch, signal: work.signal });
  if (run?.state === "checking") await checkRecords(db, importId, mayContinue);
  if (run?.state === "running" || run?.state === "undoing") {
    const slice = run.state === "running" ? writeSlice : undoSlice;
    try {
      while ((await slice(database, key)) && mayContinue());
    } finally {
      work.changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
    }
  }
  const left = await db.first(findRun, { companyId, importId });
  if (left && isAtWork(left.state)) await work.enqueue(key);
}

/** Whether an import in this state has work left for a job. */
function isAtWork(state: string): boolean {
  return ["reading", "checking", "running", "undoing"].includes(state);
}

/** Adds jobs for imports whose process was killed or whose job failed. Called every minute. */
export async function resumeImports({
  database,
  enqueue,
}: Pick<Work, "database" | "enqueue">): Promise<void> {
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
