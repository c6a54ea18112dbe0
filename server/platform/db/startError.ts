/** The portal cannot start, for a reason that a person can do something about. The message is one line. */
export class StartError extends Error {
  override name = "StartError";
}

/** Whether this is how a wait ends whose `AbortSignal` says so. */
export function isAbort(error: unknown): boolean {
  return errorCode(error) === "ABORT_ERR";
}

/** The code of a system error such as `ENOENT`; an empty string for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
