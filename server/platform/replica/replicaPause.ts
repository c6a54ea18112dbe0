/**
 * This many failed statements within this many milliseconds mean that the replica is the cause, and
 * not a single slow statement.
 */
const MIN_FAILURES = 3;
const WITHIN_MS = 1_000;

/** How long the replica is not read then. */
const PAUSE_MS = 5_000;

/**
 * Pauses reads of a replica that fails statements which the primary answers: because of conflicts
 * with replay, or locks held until replay.
 */
export class ReplicaPause {
  /** Times of the latest failures, by `performance.now()`. */
  #failures: number[] = [];
  #endsAt = -Infinity;

  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Whether the last pause ended so long ago that the next one would be a new incident. */
  get hasEndedLongAgo(): boolean {
    return performance.now() >= this.#endsAt + PAUSE_MS;
  }

  /** Counts one more failed statement. @returns whether a pause begins */
  recordFailure(): boolean {
    if (this.isOn) return false;
    const now = performance.now();
    this.#failures = [...this.#failures.filter((at) => now - at < WITHIN_MS), now];
    if (this.#failures.length < MIN_FAILURES) return false;
    this.#failures = [];
    this.#endsAt = now + PAUSE_MS;
    return true;
  }
}
