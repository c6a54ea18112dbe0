/**
 * This many failed statements within this many milliseconds mean that the replica is the cause, and
 * not a single slow statement.
 */
const SEVERAL = 3;
const WITHIN_MS = 1_000;

/** How long the replica is not read then. */
const REST_MS = 5_000;

/**
 * Pauses reads of a replica that fails statements which the primary answers: because of conflicts
 * with replay, or locks held until replay.
 */
export class ReplicaPause {
  /** Times of the latest failures, by `performance.now()`. */
  #brokenOff: number[] = [];
  #endsAt = -Infinity;

  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Whether the last pause ended so long ago that the next one would be a new incident. */
  get isLongOver(): boolean {
    return performance.now() >= this.#endsAt + REST_MS;
  }

  /** Counts one more failed statement. @returns whether a pause begins */
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
