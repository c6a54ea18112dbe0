import type { ApiError } from "#contract/errors.ts";

/**
 * Whether the server refused a call. Compares the shape: on the server, pages and server each have
 * a copy of the class, so `instanceof` fails.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error;
}
