import type { ApiError } from "#contract/errors.ts";

/**
 * Whether an error is an `ApiError`. Checks the name and the status instead of using `instanceof`.
 * On the server, the bundle of the pages has its own copy of the class, so `instanceof` would fail.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error;
}
