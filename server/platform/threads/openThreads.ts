import type { Piscina } from "piscina";
import { programFile } from "#server/platform/config/projectRoot.ts";

interface ThreadOptions {
  /** The source file whose default export does the work. */
  source: string;
  /** What the threads read as `workerData`. */
  workerData?: unknown;
  maxThreads: number;
  /** The maximum size of each thread's heap in MB. */
  heapMb: number;
  /** Milliseconds without work after which a thread ends. */
  idleMs?: number;
}

interface Threads<Given, Result> {
  /** Does work in a thread of its own. An abort ends the thread, whatever it computes. */
  run(given: Given, signal?: AbortSignal): Promise<Result>;
  /** Ends the threads, without waiting for their work. */
  close(): Promise<void>;
}

/**
 * Opens threads for work that could block the serving thread, such as parsing what strangers send.
 * Until there is work, there is no thread.
 */
export function openThreads<Given, Result>({
  source,
  workerData,
  maxThreads,
  heapMb,
  idleMs = 10_000,
}: ThreadOptions): Threads<Given, Result> {
  const filename = programFile(source);
  let opened: Promise<Piscina<Given, Result>> | undefined;
  const open = async () => {
    const { Piscina: Pool } = await import("piscina");
    const pool = new Pool<Given, Result>({
      workerData,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      // An idle thread that waits with Atomics would block its event loop, which its database
      // connections need.
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // Without this listener, an error of an idle thread would end the process. An error of a thread
    // with work also rejects the work.
    pool.on("error", () => undefined);
    return pool;
  };
  return {
    run: async (given, signal) => {
      const pool = await (opened ??= open());
      // `filename` is passed here and not in the options of the pool. With the option, `run` would
      // never settle if a thread failed to load the file.
      return pool.run(given, { filename, signal: signal ?? null });
    },
    close: async () => (await opened)?.destroy(),
  };
}

/** Whether work failed because it filled the heap of its thread. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
