import type { Logger } from "pino";
import type { Database } from "#server/platform/db/database.ts";
import { isPoolBusy } from "#server/platform/db/transaction.ts";
import { ExportKey } from "./exportKey.ts";
import {
  countExportedRows,
  countFailure,
  failExport,
  findRunningExport,
  listOverdueExports,
} from "./exports.queries.ts";
import { ExportTooLargeError, writeSlice } from "./writeSlice.ts";

/** Name of the job that works on one export. */
export const EXPORT_TASK = "runExport";

/**
 * The time in milliseconds after which a job starts no further slice of an export. A new job at the
 * end of the queue then continues the export, so that exports take turns and do not delay other
 * jobs.
 */
const TURN_MS = 1_000;

/** Number of consecutive failures of a slice after which the export fails. */
const ATTEMPTS = 5;

/** Maximum size of an export's stored files in bytes. */
const MAX_EXPORT_BYTES = 2 * 1024 ** 3;

const TOO_LARGE =
  "The export is larger than 2 GB. Ask the provider of the portal to export your data on the command line.";
const GAVE_UP =
  "The export failed. Try again, and ask the provider of the portal if it fails again.";

interface Work {
  database: Database;
  logger: Pick<Logger, "warn">;
  /**
   * Adds a job for the export to the end of the queue. The job replaces a waiting job for the same
   * export.
   */
  enqueue: (key: ExportKey) => Promise<unknown>;
  /** Aborted when the process stops. A later job then continues the unfinished export. */
  signal?: AbortSignal | undefined;
  maxBytes?: number;
}

/**
 * Works on an export slice by slice, and starts no further slice after a second. A slice and its
 * progress are committed together, so that a killed process neither loses nor repeats a slice. Two
 * jobs of one export cannot store the same slice.
 * @throws the error of a slice; the job is then retried
 */
export async function runExport(work: Work, payload: unknown): Promise<void> {
  const key = ExportKey.parse(payload);
  const end = performance.now() + TURN_MS;
  while (await runSlice(work, key)) {
    if (work.signal?.aborted) return;
    if (performance.now() < end) continue;
    await work.enqueue(key);
    return;
  }
}

/** Runs one slice. Returns whether another slice follows. */
async function runSlice(
  { database, logger, maxBytes = MAX_EXPORT_BYTES }: Work,
  key: ExportKey,
): Promise<boolean> {
  const tenant = database.tenant(key.companyId);
  const running = await tenant.first(findRunningExport, key);
  if (!running) return false;
  try {
    if (running.slices === 0) await tenant.all(countExportedRows, key);
    return await writeSlice(database, key, running, maxBytes);
  } catch (error) {
    if (error instanceof ExportTooLargeError) {
      await tenant.all(failExport, { ...key, problem: TOO_LARGE });
      return false;
    }
    // The company has too many statements in progress. The job is tried again later.
    if (isPoolBusy(error)) throw error;
    const failures = (await tenant.first(countFailure, key))?.failures;
    // The export is no longer running, or was deleted with its company.
    if (failures === undefined) return false;
    if (failures < ATTEMPTS) throw error;
    logger.warn({ err: error, ...key }, "an export failed");
    await tenant.all(failExport, { ...key, problem: GAVE_UP });
    return false;
  }
}

/** Adds jobs for exports whose process was killed or whose job failed. Runs every minute. */
export async function resumeExports({
  database,
  enqueue,
}: Pick<Work, "database" | "enqueue">): Promise<void> {
  for (const key of await database.system.all(listOverdueExports, {})) await enqueue(key);
}
