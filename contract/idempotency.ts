/**
 * Header of a POST request with an API key. A repetition of the request with the same value gets the
 * first answer for a day.
 */
export const IDEMPOTENCY_KEY = "Idempotency-Key";

/** Message of the 409 while the first request with the value is running. */
export const IDEMPOTENCY_CONFLICT = "The first request with this Idempotency-Key is still running";

/** Message of the 422 for a request that differs from the first one with the value. */
export const IDEMPOTENCY_MISMATCH = "Another request was sent with this Idempotency-Key";

/** Header of a response that repeats the answer to an earlier request. */
export const REPEATED = "Idempotency-Replayed";
