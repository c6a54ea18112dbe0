import { setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { ImportKey } from "#server/features/imports/importKey.ts";
import { continueImport } from "#server/features/imports/continueImport.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { serveThread } from "#server/platform/jobs/serveThread.ts";
import type { ImportThreadData } from "./openImportThread.ts";

/** The maximum number of connections of each database role. A job uses one at a time. */
const POOL_SIZE = 4;

/** The `nice` value of the thread. With it, requests get processor time before imports. */
const NICENESS = 10;

// Only on Linux does the call change the priority of a thread instead of the whole process.
if (process.platform === "linux") setPriority(NICENESS);

const { connectionString } = workerData as ImportThreadData;
const database = openDatabase({
  connectionString,
  poolSize: POOL_SIZE,
  // The pool replaces lost connections, and statements on them reject.
  onIdleError: () => undefined,
});

serveThread((key, signal) => continueImport({ database, signal }, ImportKey.parse(key)));
