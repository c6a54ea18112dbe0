/** Reads the heap size of a process started with `--inspect`. */
export interface HeapInspector {
  /** Runs a full garbage collection and returns the used bytes of the heap. */
  heapAfterCollection(): Promise<number>;
  close(): void;
}

/**
 * Connects to the debugger of a process.
 * @param output of the process, which contains the debugger's URL
 * @throws if the process was not started with `--inspect`
 */
export async function inspectHeap(output: string): Promise<HeapInspector> {
  const address = /ws:\/\/\S+/.exec(output)?.[0];
  if (address === undefined) throw new Error("The process was not started with --inspect");
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  let last = 0;
  const send = (method: string): Promise<Record<string, unknown>> => {
    const id = (last += 1);
    return new Promise((resolve) => {
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as {
          id?: number;
          result?: Record<string, unknown>;
        };
        if (answer.id !== id) return;
        socket.removeEventListener("message", onMessage);
        resolve(answer.result ?? {});
      };
      socket.addEventListener("message", onMessage);
      socket.send(JSON.stringify({ id, method }));
    });
  };
  return {
    heapAfterCollection: async () => {
      await send("HeapProfiler.collectGarbage");
      return Number((await send("Runtime.getHeapUsage"))["usedSize"]);
    },
    close: () => socket.close(),
  };
}
