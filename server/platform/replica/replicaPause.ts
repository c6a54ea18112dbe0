/**
 * Number of failed statements within `WITHIN_MS` milliseconds after which the replica is paused. So
 * many failures are caused by the replica, not by a single slow statement.
 */
const MIN_FAILURES = 3;
const WITHIN_MS = 1_000;

/** Milliseconds of a pause, during which the replica is not read. */
const PAUSE_MS = 5_000;

/**
 * Pauses reads of a replica after statements have failed on the replica and succeeded on the
 * primary. Such statements conflict with the replay of the primary's changes, or wait too long for
 * replayed locks.
 */
export class ReplicaPause {
  /** Times of the latest failures, by `performance.now()`. */
  #failures: number[] = [];
  #endsAt = -Infinity;

  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Whether the last pause ended so long ago that the next pause would be a new incident. */
  get hasEndedLongAgo(): boolean {
    return performance.now() >= this.#endsAt + PAUSE_MS;
  }

  /** Counts a failed statement. @returns whether a pause begins */
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
