import { Worker } from "node:worker_threads";
import type { ThreadRequest, ThreadResponse } from "./serveThread.ts";

/** Milliseconds without work after which the thread ends. */
const IDLE_MS = 10_000;

interface JobThreadOptions {
  /** The module that the thread runs. It calls `serveThread`. */
  module: URL;
  /** The thread's `workerData`. */
  data: unknown;
  /** The maximum size of the thread's heap in MB. Work that exceeds it fails. */
  heapMb: number;
}

/** A thread for long work, so that the work neither delays requests nor uses up their memory. */
export interface JobThread<Input, Output> {
  /**
   * Does work in the thread. Starts the thread if necessary.
   * @throws the error of the work, or an error if the thread ends before the work does
   */
  run(input: Input, signal?: AbortSignal): Promise<Output>;
  /** Ends the thread, without waiting for its work. */
  close(): Promise<void>;
}

interface Thread<Output> {
  worker: Worker;
  /** The work that has not ended, by the id of its request. */
  running: Map<number, PromiseWithResolvers<Output>>;
}

/** Opens a thread that starts with its first work and ends when it has been idle for a while. */
export function openJobThread<Input, Output>({
  module,
  data,
  heapMb,
}: JobThreadOptions): JobThread<Input, Output> {
  let thread: Thread<Output> | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Thread<Output> => {
    const worker = new Worker(module, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const running: Thread<Output>["running"] = new Map();
    let reason = new Error("The thread ended before its work");
    worker.on("message", ({ id, output, error }: ThreadResponse<Output>) => {
      const work = running.get(id);
      if (error === undefined) work?.resolve(output as Output);
      else work?.reject(Object.assign(new Error(error.message), error));
    });
    worker.on("error", (error: Error) => (reason = error));
    worker.on("exit", () => {
      if (thread?.worker === worker) thread = undefined;
      for (const work of running.values()) work.reject(reason);
    });
    return { worker, running };
  };
  const close = async () => {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.worker.terminate();
  };

  return {
    run: async (input, signal) => {
      clearTimeout(idle);
      const { worker, running } = (thread ??= start());
      const id = (lastId += 1);
      const post = (request: ThreadRequest<Input>) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin
        worker.postMessage(request);
      };
      const abort = () => post({ id, isAborted: true });
      const work = Promise.withResolvers<Output>();
      running.set(id, work);
      signal?.addEventListener("abort", abort);
      try {
        post({ id, input });
        if (signal?.aborted) abort();
        return await work.promise;
      } finally {
        signal?.removeEventListener("abort", abort);
        running.delete(id);
        if (running.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}
