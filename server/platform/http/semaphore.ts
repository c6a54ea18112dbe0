import { overloaded } from "./httpError.ts";

interface Limits {
  /** Maximum number of waiting tasks; undefined means no limit. */
  mostWaiting?: number;
  /** Maximum milliseconds that a task waits for a slot; undefined means no limit. */
  longestWaitMs?: number;
}

/**
 * Creates a semaphore: a function that runs at most `width` tasks at once. Further tasks wait in
 * order of arrival.
 * @throws HttpError 503 (the returned function) if `mostWaiting` tasks already wait, or if the task
 * has waited for `longestWaitMs`
 */
export function createSemaphore(
  width: number,
  { mostWaiting = Number.POSITIVE_INFINITY, longestWaitMs }: Limits = {},
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  // A Set preserves the order and removes any element in constant time.
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
