import { OverloadError } from "./overloadError.ts";

interface Limits {
  /** Maximum number of running tasks of all keys together. */
  width: number;
  /**
   * Maximum number of running tasks of one key. If it is below `width`, some slots remain for other
   * keys.
   */
  perKey: number;
  /**
   * Maximum number of running tasks of one key while tasks of other keys wait; by default `perKey`.
   */
  perKeyWhileOthersWait?: number;
  /** Maximum number of waiting tasks of one key. */
  mostWaiting: number;
  /** Maximum milliseconds that a task waits for a slot. */
  longestWaitMs: number;
}

/**
 * Runs work of a key when it is the key's turn. Work of one key starts in the order of arrival.
 * Waiting work for which `isAbandoned` returns true is dropped when its turn comes or when the queue
 * is full, because nobody needs its result.
 */
export type FairSemaphore<Key> = <T>(
  key: Key,
  work: () => Promise<T>,
  isAbandoned?: () => boolean,
) => Promise<T>;

interface Waiting {
  begin: () => void;
  refuse: () => void;
  isAbandoned: () => boolean;
}

const isNeverAbandoned = () => false;

/**
 * Creates a semaphore that shares its slots between keys, for example companies. A free slot goes
 * to the key with the fewest running tasks. Among keys with equally many running tasks, it goes to
 * the key that has waited longest since it was last served. Waiting tasks do not count toward the
 * waiting limit of other keys.
 * @throws OverloadError (the returned function) if too many tasks of the key wait, or if the task
 * has waited too long or is abandoned
 */
export function createFairSemaphore<Key>(limits: Limits): FairSemaphore<Key> {
  const slots = new Slots<Key>(limits);
  return async (key, work, isAbandoned = isNeverAbandoned) => {
    if (!slots.tryTake(key)) await slots.wait(key, isAbandoned);
    try {
      return await work();
    } finally {
      slots.release(key);
    }
  };
}

class Slots<Key> {
  readonly #limits: Limits;
  #free: number;
  /** Number of running tasks by key. */
  readonly #running = new Map<Key, number>();
  /** Waiting tasks by key. The key that has waited longest since it was last served comes first. */
  readonly #queues = new Map<Key, Set<Waiting>>();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#free = limits.width;
  }

  /**
   * Takes a slot if the limits allow the key to start a task now. Returns whether a slot was taken.
   */
  tryTake(key: Key): boolean {
    if (!this.#mayStart(key)) return false;
    this.#take(key);
    return true;
  }

  /** Waits in the key's queue until a slot has been taken for the task. @throws OverloadError */
  wait(key: Key, isAbandoned: () => boolean): Promise<void> {
    const { mostWaiting, longestWaitMs } = this.#limits;
    const queue = this.#queues.get(key) ?? new Set();
    return new Promise((resolve, reject) => {
      if (queue.size >= mostWaiting)
        for (const waiting of queue) if (waiting.isAbandoned()) waiting.refuse();
      if (queue.size >= mostWaiting) {
        reject(new OverloadError());
        return;
      }
      const refuse = () => {
        clearTimeout(timer);
        this.#leave(key, queue, waiting);
        reject(new OverloadError());
      };
      const timer = setTimeout(() => {
        refuse();
        // Other keys can have a higher limit when this task no longer waits, so their tasks can
        // possibly start.
        this.#startWaiting();
      }, longestWaitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { begin, refuse, isAbandoned };
      queue.add(waiting);
      this.#queues.set(key, queue);
    });
  }

  release(key: Key): void {
    this.#free += 1;
    const running = this.#runningOf(key) - 1;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
    if (this.#queues.size > 0) this.#startWaiting();
  }

  #runningOf(key: Key): number {
    return this.#running.get(key) ?? 0;
  }

  #take(key: Key): void {
    this.#free -= 1;
    this.#running.set(key, this.#runningOf(key) + 1);
  }

  #mayStart(key: Key): boolean {
    const othersWait = this.#queues.size > (this.#queues.has(key) ? 1 : 0);
    const { perKey, perKeyWhileOthersWait = perKey } = this.#limits;
    return this.#free > 0 && this.#runningOf(key) < (othersWait ? perKeyWhileOthersWait : perKey);
  }

  #startWaiting(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [key, queue] = next;
      const [first] = queue;
      if (!first) return;
      if (first.isAbandoned()) {
        first.refuse();
        continue;
      }
      this.#leave(key, queue, first);
      // The key becomes the last key, because it was served most recently.
      if (this.#queues.delete(key)) this.#queues.set(key, queue);
      this.#take(key);
      first.begin();
    }
  }

  /**
   * Returns the key whose first waiting task starts next, with the key's queue; undefined if no
   * task may start.
   */
  #next(): [Key, Set<Waiting>] | undefined {
    let best: [Key, Set<Waiting>] | undefined;
    for (const entry of this.#queues) {
      const [key] = entry;
      if (!this.#mayStart(key)) continue;
      if (!best || this.#runningOf(key) < this.#runningOf(best[0])) best = entry;
    }
    return best;
  }

  #leave(key: Key, queue: Set<Waiting>, waiting: Waiting): void {
    queue.delete(waiting);
    if (queue.size === 0) this.#queues.delete(key);
  }
}
