import type { ApiError } from "#contract/errors.ts";

/**
 * Whether an error is the refusal of a call. By its shape: on the server the built pages and the server have a copy of the
 * class each, so `instanceof` would say no.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error;
}
