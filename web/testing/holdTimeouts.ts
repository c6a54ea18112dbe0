import { vi } from "vitest";

interface Held {
  readonly at: number;
  readonly run: () => void;
}

/**
 * Stops all timeouts of one second or more until the end of the test. The returned function
 * advances their time. Shorter timeouts still use the real clock, because rendering and fetching
 * depend on them.
 */
export function holdTimeouts(): (milliseconds: number) => void {
  const { setTimeout, clearTimeout } = window;
  const held = new Map<number, Held>();
  let now = 0;
  let lastId = 0;
  const hold = (run: () => void, delay = 0): number => {
    if (delay < 1_000) return setTimeout(run, delay);
    lastId -= 1;
    held.set(lastId, { at: now + delay, run });
    return lastId;
  };
  const clear = (id?: number) => {
    if (id === undefined || !held.delete(id)) clearTimeout(id);
  };
  vi.spyOn(window, "setTimeout").mockImplementation(hold as typeof setTimeout);
  vi.spyOn(window, "clearTimeout").mockImplementation(clear as typeof clearTimeout);
  return (milliseconds) => {
    now += milliseconds;
    for (const [id, { at, run }] of held) {
      if (at > now || !held.delete(id)) continue;
      run();
    }
  };
}
