/**
 * The caller's own queue is full, or its work has waited too long. HTTP answers it with 503 and
 * `Retry-After`. Not an `HttpError`, because earlier steps of the same call may have been committed.
 */
export class OverloadError extends Error {
  constructor() {
    super("Too much work of the same owner waits");
    this.name = "OverloadError";
  }
}
