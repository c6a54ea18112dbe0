import { vi } from "vitest";

interface Held {
  readonly at: number;
  readonly run: () => void;
}

/**
 * Long timeouts wait for the test from now on; the result lets time pass for them. Those below a second, by which a page draws and fetches, go
 * on by the clock, which a busy machine would otherwise race against. Ends with the test.
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
  const forget = (id?: number) => {
    if (id === undefined || !held.delete(id)) clearTimeout(id);
  };
  vi.spyOn(window, "setTimeout").mockImplementation(hold as typeof setTimeout);
  vi.spyOn(window, "clearTimeout").mockImplementation(forget as typeof clearTimeout);
  return (milliseconds) => {
    now += milliseconds;
    for (const [id, { at, run }] of held) {
      if (at > now || !held.delete(id)) continue;
      run();
    }
  };
}
