/**
 * Thrown if the portal cannot start for a reason that the operator can fix. The message is one
 * line.
 */
export class StartError extends Error {
  override name = "StartError";
}

/** Whether the error is the AbortError of an aborted wait. */
export function isAbort(error: unknown): boolean {
  return errorCode(error) === "ABORT_ERR";
}

/**
 * Returns the code of an error, for example `ENOENT` or a SQLSTATE; an empty string for an error
 * without a code.
 */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
