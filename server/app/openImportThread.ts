import type { ImportKey } from "#server/features/imports/importKey.ts";
import type { ImportStep } from "#server/features/imports/continueImport.ts";
import type { JobThread } from "#server/platform/jobs/jobThread.ts";
import { openJobThread } from "#server/platform/jobs/jobThread.ts";

/** The `workerData` of the thread. */
export interface ImportThreadData {
  connectionString: string;
}

/** The maximum size of the thread's heap in MB. */
const HEAP_MB = 128;

/** Opens the thread that does the work of imports. */
export function openImportThread(data: ImportThreadData): JobThread<ImportKey, ImportStep> {
  // The built server consists of JavaScript files, and the sources of TypeScript files.
  const file = import.meta.url.endsWith(".ts") ? "./importThread.ts" : "./importThread.js";
  return openJobThread({ module: new URL(file, import.meta.url), data, heapMb: HEAP_MB });
}
