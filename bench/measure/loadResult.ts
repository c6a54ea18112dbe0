/** What came of driving something for a while. Times in milliseconds. */
export interface LoadResult {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Answers of another status, and none at all. */
  errors: number;
  /** Requests with the right answer. */
  answered: number;
  /** Turns taken, those included whose answer was not waited for. */
  turns: number;
}
