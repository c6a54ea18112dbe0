import { parentPort } from "node:worker_threads";

/** A message to a thread: work to do, or that work was aborted. */
export type ThreadRequest<Input> = { id: number } & ({ input: Input } | { isAborted: true });

/** A message from a thread: the output or the error of the work. */
export interface ThreadResponse<Output> {
  id: number;
  output?: Output;
  /** Only these fields of the error, because not every error can be sent to another thread. */
  error?: Pick<Error, "name" | "message" | "stack">;
}

/** Does the work that a `JobThread` sends to this thread. */
export function serveThread(run: (input: unknown, signal: AbortSignal) => Promise<unknown>): void {
  if (!parentPort) throw new Error("This module runs only in a thread");
  const port = parentPort;
  const aborts = new Map<number, AbortController>();
  const respond = (response: ThreadResponse<unknown>) => port.postMessage(response);
  const serve = async (id: number, input: unknown) => {
    const controller = new AbortController();
    aborts.set(id, controller);
    try {
      respond({ id, output: await run(input, controller.signal) });
    } catch (thrown) {
      const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
      respond({ id, error: { name, message, ...(stack !== undefined && { stack }) } });
    } finally {
      aborts.delete(id);
    }
  };
  port.on("message", (request: ThreadRequest<unknown>) => {
    if ("input" in request) void serve(request.id, request.input);
    else aborts.get(request.id)?.abort();
  });
}
