import type { ImportKey } from "#server/features/imports/importKey.ts";
import type { ImportStep } from "#server/features/imports/continueImport.ts";
import { failImport, TOO_MUCH_MEMORY } from "#server/features/imports/readImportedFile.ts";
import type { ContinueImport } from "#server/features/imports/runImport.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isOutOfMemory, openThreads } from "#server/platform/threads/openThreads.ts";

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
  const source = "server/app/importThread.ts";
  const threads = openThreads<ImportKey, ImportStep>({ source, workerData, maxThreads, heapMb });
  return {
    close: threads.close,
    continueImport: async (key, signal) => {
      try {
        return await threads.run(key, signal);
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
