import type { Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** So long nobody has asked for anything: a page and what belongs to it come closer together. */
const QUIET_MS = 500;

/**
 * Gives back once what the start has needed, in the first half second without a request: a pause of 70 ms for 17 MB, which V8 would leave
 * until 40 s have passed without work.
 */
export function collectAfterStart(server: Server): void {
  const collect = () => {
    server.off("request", wait);
    // The only collection that makes the room for new objects small again.
    exposedCollector()({ type: "major", execution: "sync", flavor: "last-resort" });
  };
  const timer = setTimeout(collect, QUIET_MS).unref();
  const wait = () => void timer.refresh();
  server.on("request", wait);
}

/**
 * V8's collector, exposed to one new context only. With `--expose-gc` as a word for Node what its own modules were compiled to does not
 * fit any more: a tenth of the start.
 */
function exposedCollector(): NodeJS.GCFunction {
  setFlagsFromString("--expose-gc");
  try {
    return runInNewContext("gc") as NodeJS.GCFunction;
  } finally {
    setFlagsFromString("--no-expose-gc");
  }
}
