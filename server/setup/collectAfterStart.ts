import type { Server } from "node:http";

/** So long nobody has asked for anything: a page and what belongs to it come closer together. */
const QUIET_MS = 500;

/**
 * Gives back once what the start has needed, in the first half second without a request: 70 ms for 12 to 17 MB, which V8 would leave until
 * 40 s have passed without work. Only where Node was told to expose its collector (`--expose-gc`, scripts/runtime.mjs).
 */
export function collectAfterStart(server: Server): void {
  const { gc } = globalThis;
  if (!gc) return;
  const collect = () => {
    server.off("request", wait);
    // "last-resort" makes what is for new objects small again, too.
    void gc({ type: "major", execution: "sync", flavor: "last-resort" });
  };
  const timer = setTimeout(collect, QUIET_MS).unref();
  const wait = () => void timer.refresh();
  server.on("request", wait);
}
