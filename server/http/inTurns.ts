import { overloaded } from "./httpError.ts";

/**
 * Gives a function that runs at most `width` pieces of work at once; the others wait for their turn, first come, first served.
 * @throws HttpError 503 (the given function) for work that would be one more than `mostWaiting`
 */
export function inTurns(
  width: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < width) running += 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw overloaded();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
