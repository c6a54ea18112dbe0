import { overloaded } from "./httpError.ts";

interface Limits {
  /** Maximum number of waiting tasks in all, and of one key. */
  mostWaiting: number;
  mostWaitingPerKey: number;
  /** Milliseconds that a task waits for a slot. */
  longestWaitMs: number;
}

interface WaitingTask {
  key: number;
  begin: () => void;
}

/**
 * Creates a semaphore that shares its slots between keys, for example companies: a free slot goes
 * to the first waiting task of the key with the fewest running tasks.
 * @throws HttpError 503 (the returned function) if too many tasks wait or one has waited too long
 */
export function createFairSemaphore(
  width: number,
  { mostWaiting, mostWaitingPerKey, longestWaitMs }: Limits,
): <T>(key: number, work: () => Promise<T>) => Promise<T> {
  const waiting = new Set<WaitingTask>();
  /** Number of running tasks by key. */
  const running = new Map<number, number>();
  let slots = width;
  const runningOf = (key: number) => running.get(key) ?? 0;
  const waitingOf = (key: number) => [...waiting].filter((task) => task.key === key).length;
  const start = (key: number) => {
    slots -= 1;
    running.set(key, runningOf(key) + 1);
  };
  const startNext = () => {
    let next: WaitingTask | undefined;
    for (const task of waiting) {
      if (!next || runningOf(task.key) < runningOf(next.key)) next = task;
    }
    if (!next) return;
    waiting.delete(next);
    start(next.key);
    next.begin();
  };
  const end = (key: number) => {
    slots += 1;
    if (runningOf(key) === 1) running.delete(key);
    else running.set(key, runningOf(key) - 1);
    startNext();
  };
  const wait = (key: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(task);
        reject(overloaded());
      }, longestWaitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const task: WaitingTask = { key, begin };
      waiting.add(task);
    });
  return async (key, work) => {
    if (slots > 0) start(key);
    else if (waiting.size < mostWaiting && waitingOf(key) < mostWaitingPerKey) await wait(key);
    else throw overloaded();
    try {
      return await work();
    } finally {
      end(key);
    }
  };
}
