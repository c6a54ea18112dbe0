import { Piscina } from "piscina";
import type { ImportKey } from "#server/features/imports/importKey.ts";
import type { ImportStep } from "#server/features/imports/continueImport.ts";
import { failImport, TOO_MUCH_MEMORY } from "#server/features/imports/readImportedFile.ts";
import type { ContinueImport } from "#server/features/imports/runImport.ts";
import type { Database } from "#server/platform/db/database.ts";

/** Milliseconds without work after which a thread ends. */
const IDLE_MS = 10_000;

/** The `workerData` of the threads. */
export interface ImportThreadData {
  connectionString: string;
  /** The maximum number of megabytes that the imports of a company take up. */
  megabytes: number;
}

interface ImportThreadsOptions extends ImportThreadData {
  /** The database connections of the serving thread. */
  database: Database;
  /** The maximum number of imports that run at the same time. */
  maxThreads?: number;
  /** The maximum size of each thread's heap in MB. */
  heapMb?: number;
}

interface ImportThreads {
  /**
   * Continues an import in its own thread. If the import fills the heap of the thread, other
   * imports continue. An abort ends the thread.
   */
  continueImport: ContinueImport;
  /** Ends the threads, without waiting for their work. */
  close(): Promise<void>;
}

/**
 * Opens threads for imports. If reading a file needs more memory than the maximum heap of a thread,
 * the file's import fails and is not tried again.
 */
export function openImportThreads({
  connectionString,
  megabytes,
  database,
  maxThreads = 1,
  heapMb = 128,
}: ImportThreadsOptions): ImportThreads {
  const workerData: ImportThreadData = { connectionString, megabytes };
  // The thread is a JavaScript file in the built server, and a TypeScript file in the sources.
  const file = import.meta.url.endsWith(".ts") ? "./importThread.ts" : "./importThread.js";
  const filename = new URL(file, import.meta.url).href;
  const threads = new Piscina<ImportKey, ImportStep>({
    workerData,
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    // An idle thread that waits with Atomics would block its event loop, which its database
    // connections need.
    atomics: "disabled",
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // Without this listener, an error of an idle thread would end the process. An error of a thread
  // with work also rejects the work.
  threads.on("error", () => undefined);
  return {
    close: () => threads.destroy(),
    continueImport: async (key, signal) => {
      try {
        // `filename` is passed here and not in the options of the pool. With the option, `run`
        // would never settle if a thread failed to load the file.
        return await threads.run(key, { filename, signal: signal ?? null });
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        const isFailed = await failImport(database.tenant(key.companyId), key.importId, {
          states: ["reading"],
          problem: TOO_MUCH_MEMORY,
        });
        if (!isFailed) throw error;
        return { isLeft: false, hasWritten: false };
      }
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
