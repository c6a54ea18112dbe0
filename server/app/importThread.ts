import { setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import type { ImportStep } from "#server/features/imports/continueImport.ts";
import { continueImport } from "#server/features/imports/continueImport.ts";
import type { ImportKey } from "#server/features/imports/importKey.ts";
import { OpenReading } from "#server/features/imports/openReading.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { ImportThreadData } from "./openImportThreads.ts";

/** The maximum number of connections of each database role. */
const POOL_SIZE = 2;

/** The `nice` value of the thread. With it, requests get processor time before imports. */
const NICENESS = 10;

// Only on Linux does the call change the priority of a thread instead of the whole process.
if (process.platform === "linux") setPriority(NICENESS);

const { connectionString, ...limits } = workerData as ImportThreadData;
const database = openDatabase({
  connectionString,
  poolSize: POOL_SIZE,
  // Errors are ignored: the pool replaces a lost connection, and a statement on it rejects.
  onIdleError: () => undefined,
});

const reading = new OpenReading();

/** Continues an import in this thread. */
export default function continueInThread(key: ImportKey): Promise<ImportStep> {
  return continueImport({ ...limits, database, reading }, key);
}
