import { overloaded } from "./httpError.ts";

interface Limits {
  /** Pieces of work. */
  mostWaiting?: number;
  /** Milliseconds that one waits for its turn; without, as long as it takes. */
  longestWaitMs?: number;
}

/**
 * Gives a function that runs at most `width` pieces of work at once; the others wait for their turn, first come, first served.
 * @throws HttpError 503 (the given function) for work that would be one more than `mostWaiting`, or has waited for `longestWaitMs`
 */
export function createSemaphore(
  width: number,
  { mostWaiting = Number.POSITIVE_INFINITY, longestWaitMs }: Limits = {},
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  // A set keeps the order, and lets go of one in the middle at no cost.
  const waiting = new Set<() => void>();
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(begin);
        reject(overloaded());
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(begin);
    });
  return async (work) => {
    if (running < width) running += 1;
    else if (waiting.size < mostWaiting) await wait();
    else throw overloaded();
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}
