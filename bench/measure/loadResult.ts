/** The result of a load run. Times in milliseconds. */
export interface LoadResult {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Responses with another status, and missing responses. */
  errors: number;
  /** Responses with the expected status. */
  answered: number;
  /** All sent requests, including those without a response. */
  turns: number;
}
