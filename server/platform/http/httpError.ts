import type { ErrorBody } from "#contract/errorBody.ts";
import { NOT_SIGNED_IN } from "#contract/errors.ts";

/**
 * An error with an HTTP status. Any code that a route calls may throw it.
 * `server/platform/http/errorResponse.ts` builds the response.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly fieldErrors: Record<string, string[]> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the login needs a second factor. */
  readonly codeRequired: boolean;

  constructor(
    status: number,
    message: string,
    extras: {
      fieldErrors?: Record<string, string[]>;
      headers?: Record<string, string>;
      codeRequired?: boolean;
    } = {},
  ) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.fieldErrors = extras.fieldErrors;
    this.headers = extras.headers ?? {};
    this.codeRequired = extras.codeRequired ?? false;
  }

  get body(): ErrorBody {
    return {
      message: this.message,
      ...(this.fieldErrors && { errors: this.fieldErrors }),
      ...(this.codeRequired && { codeRequired: true }),
    };
  }
}

/**
 * Creates a 400 with messages by field. The first message is also the main message of the response.
 */
export function invalid(fieldErrors: Record<string, string[]>): HttpError {
  const first = Object.values(fieldErrors)[0]?.[0] ?? "Invalid request";
  return new HttpError(400, first, { fieldErrors });
}

export function notSignedIn(): HttpError {
  return new HttpError(401, NOT_SIGNED_IN);
}

export function forbidden(message = "Not allowed"): HttpError {
  return new HttpError(403, message);
}

/**
 * Creates a 404. An endpoint uses one message for ids that are unknown, belong to another company
 * or are invisible to the viewer, so that the response does not reveal which ids exist.
 */
export function notFound(message = "Not found"): HttpError {
  return new HttpError(404, message);
}

export function conflict(message: string): HttpError {
  return new HttpError(409, message);
}

/** Creates a 503 with `Retry-After`, for an overloaded server. */
export function overloaded(): HttpError {
  return new HttpError(503, "The service is very busy. Please try again.", {
    headers: { "retry-after": "5" },
  });
}

/** Creates a 429 with `Retry-After` in seconds. The message names the wait in minutes. */
export function tooManyRequests(retryAfterSeconds: number): HttpError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "1 minute" : `${String(minutes)} minutes`;
  return new HttpError(429, `Too many attempts. Try again in ${wait}.`, {
    headers: { "retry-after": String(seconds) },
  });
}
