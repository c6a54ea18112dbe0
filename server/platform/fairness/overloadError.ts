/**
 * Thrown if too many tasks of the same key wait, or if the task has waited too long. The HTTP
 * response is 503 with `Retry-After`. This is not an `HttpError`, because earlier steps of the same
 * call have possibly been committed.
 */
export class OverloadError extends Error {
  constructor() {
    super("Too much work of the same owner waits");
    this.name = "OverloadError";
  }
}
