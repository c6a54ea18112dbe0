import type { ImportKey } from "#server/features/imports/importKey.ts";
import type { PictureOptions } from "#server/features/imports/kinds/recordKind.ts";
import type { ImportStep } from "#server/features/imports/continueImport.ts";
import { failImport, TOO_MUCH_MEMORY } from "#server/features/imports/readImportedFile.ts";
import type { ContinueImport } from "#server/features/imports/runImport.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isOutOfMemory, openThreads } from "#server/platform/threads/openThreads.ts";

/**
 * Milliseconds without work after which a thread ends. A reading that has paused in it for longer
 * begins again, so that this must be longer than a turn of all companies usually takes.
 */
const IDLE_MS = 30_000;

/** The `workerData` of the threads. */
export interface ImportThreadData {
  connectionString: string;
  /** The maximum number of megabytes that the imports of a company take up. */
  megabytes: number;
  pictures?: PictureOptions;
  /** The time in milliseconds of a slice of a reading. Tests set it. */
  workMs?: number;
}

interface ImportThreadsOptions extends ImportThreadData {
  /** The database connections of the serving thread. */
  database: Database;
  /**
   * The maximum number of threads, which must be more than the number of imports that run at the same
   * time. The other threads keep readings that have paused.
   */
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

/** A thread, and the import whose reading has paused in it. */
interface Seat {
  threads: ReturnType<typeof openThreads<ImportKey, ImportStep>>;
  isBusy: boolean;
  paused: { name: string; slices: number; since: number } | null;
}

/**
 * Opens threads for imports. If reading a file needs more memory than the maximum heap of a thread,
 * the file's import fails and is not tried again. A reading that has paused goes on in its thread. If
 * no thread is left for another import, the reading that has had the fewest slices is given up.
 */
export function openImportThreads({
  database,
  maxThreads = 1,
  heapMb = 128,
  ...workerData
}: ImportThreadsOptions): ImportThreads {
  const source = "server/app/importThread.ts";
  const seats: Seat[] = [];
  const openSeat = (): Seat => {
    const threads = openThreads<ImportKey, ImportStep>({
      source,
      workerData,
      maxThreads: 1,
      heapMb,
      idleMs: IDLE_MS,
    });
    const seat = { threads, isBusy: false, paused: null };
    seats.push(seat);
    return seat;
  };
  const takeSeat = (name: string): Seat => {
    const idle = seats.filter(({ isBusy }) => !isBusy);
    const isFree = ({ paused }: Seat) => !paused || paused.since < performance.now() - IDLE_MS;
    const own = idle.find(({ paused }) => paused?.name === name) ?? idle.find(isFree);
    if (own || seats.length < maxThreads) return own ?? openSeat();
    const [least = openSeat()] = idle.toSorted(
      (a, b) => (a.paused?.slices ?? 0) - (b.paused?.slices ?? 0),
    );
    return least;
  };
  return {
    close: async () => void (await Promise.all(seats.map(({ threads }) => threads.close()))),
    continueImport: async (key, signal) => {
      const name = `${String(key.companyId)} ${String(key.importId)}`;
      const seat = takeSeat(name);
      const slices = seat.paused?.name === name ? seat.paused.slices + 1 : 1;
      Object.assign(seat, { isBusy: true, paused: null });
      try {
        const step = await seat.threads.run(key, signal);
        if (step.isPaused) seat.paused = { name, slices, since: performance.now() };
        return step;
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        const isFailed = await failImport(database.tenant(key.companyId), key.importId, {
          states: ["reading"],
          problem: TOO_MUCH_MEMORY,
        });
        if (!isFailed) throw error;
        return { isLeft: false, hasWritten: false };
      } finally {
        seat.isBusy = false;
      }
    },
  };
}
