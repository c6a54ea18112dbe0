/** The result of a load run. Times are in milliseconds. */
export interface LoadResult {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Number of responses with an unexpected status and of requests without a response. */
  errors: number;
  /** Number of responses with the expected status. */
  answered: number;
  /**
   * Number of sent requests, including requests without a response. It is 0 for a load with
   * `isConstant`.
   */
  turns: number;
}
