/** A statement that a replica breaks off may be a slow one; so many of them within so many milliseconds say that it is the replica. */
const SEVERAL = 3;
const WITHIN_MS = 1_000;

/** So long is it left alone then. */
const REST_MS = 5_000;

/** Leaves a replica alone that breaks off what the primary answers: conflicts with what it replays, and locks that wait for replay. */
export class ReplicaRest {
  /** When the latest ones were, by `performance.now()`. */
  #brokenOff: number[] = [];
  #endsAt = -Infinity;

  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Whether it is over for so long that it was no pause between two. */
  get isLongOver(): boolean {
    return performance.now() >= this.#endsAt + REST_MS;
  }

  /** Called when one more statement was broken off. Says whether a rest begins with it. */
  begins(): boolean {
    if (this.isOn) return false;
    const now = performance.now();
    this.#brokenOff = [...this.#brokenOff.filter((at) => now - at < WITHIN_MS), now];
    if (this.#brokenOff.length < SEVERAL) return false;
    this.#brokenOff = [];
    this.#endsAt = now + REST_MS;
    return true;
  }
}
