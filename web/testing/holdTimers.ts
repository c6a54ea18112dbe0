import { vi } from "vitest";

interface Timer {
  at: number;
  readonly run: () => void;
  /** Milliseconds between two runs; null for a timeout. */
  readonly every: number | null;
}

/**
 * Holds all timeouts and intervals of `from` milliseconds or more that are started from now until
 * the end of the test. They run only when the returned function advances their time. An interval
 * runs at most once in each call of this function. Shorter timers still use the real clock, because
 * rendering and fetching depend on them.
 */
export function holdTimers(from: number): (milliseconds: number) => void {
  const timers = new Map<number, Timer>();
  let now = 0;
  let lastId = 0;
  const hold = (run: () => void, delay: number, isInterval: boolean): number => {
    lastId -= 1;
    timers.set(lastId, { at: now + delay, run, every: isInterval ? delay : null });
    return lastId;
  };
  for (const [set, clear] of [
    ["setTimeout", "clearTimeout"],
    ["setInterval", "clearInterval"],
  ] as const) {
    const real = { set: window[set].bind(window), clear: window[clear].bind(window) };
    const setTimer = (run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) => {
      const runWithValues = () => run(...values);
      return delay < from
        ? real.set(runWithValues, delay)
        : hold(runWithValues, delay, set === "setInterval");
    };
    const clearTimer = (id?: number) => {
      if (id === undefined || !timers.delete(id)) real.clear(id);
    };
    vi.spyOn(window, set).mockImplementation(setTimer as typeof window.setTimeout);
    vi.spyOn(window, clear).mockImplementation(clearTimer);
  }
  return (milliseconds) => {
    now += milliseconds;
    for (const [id, timer] of timers) {
      if (timer.at > now) continue;
      if (timer.every === null) timers.delete(id);
      else timer.at = now + timer.every;
      timer.run();
    }
  };
}
