import type { ErrorBody } from "./errorBody.ts";

/** Message of the 401 for a call that needs a signed-in user. */
export const NOT_SIGNED_IN = "Not signed in";

/** Message of the 403 for an account that must confirm its e-mail address before it writes. */
export const CONFIRM_EMAIL_FIRST = "Confirm your email address first";

/**
 * Message of the 403 for a change of the ways into an account, if the session's user has not logged
 * in within the last five minutes.
 */
export const FRESH_SIGN_IN_FIRST = "Log in again to change this";

/** Message of the 403 for an account that the company's admins have blocked. */
export const BLOCKED_ACCOUNT = "Your account is blocked in this portal";

/**
 * The error of a refused call, or of a call that was answered with something else than JSON. The message is `"{status}: {body text}"` (docs/specification.md
 * "8. Error catalogue"). Toasts show `serverMessage`; forms show `fieldErrors` at their fields.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly fieldErrors: Readonly<Record<string, string[]>>;
  /** Whether the login also needs a `code`. */
  readonly codeRequired: boolean;

  /** @param body the response's text, or the body itself if the call did not use HTTP */
  constructor(status: number, body: string | ErrorBody) {
    const isText = typeof body === "string";
    super(`${String(status)}: ${isText ? body : JSON.stringify(body)}`);
    this.name = "ApiError";
    this.status = status;
    const { message, errors, codeRequired } = isText ? parseErrorBody(body) : body;
    const isMalformed = status >= 200 && status < 300;
    this.serverMessage = isMalformed ? "Invalid response format" : message;
    this.fieldErrors = errors ?? {};
    this.codeRequired = codeRequired ?? false;
  }

  /**
   * Returns the data with which the browser restores a query that failed during server rendering.
   */
  toJSON(): { status: number; bodyText: string } {
    return { status: this.status, bodyText: this.message.slice(`${String(this.status)}: `.length) };
  }
}

/**
 * Parses the body without zod, because every page loads this code and most pages do not load zod.
 */
function parseErrorBody(bodyText: string): Partial<ErrorBody> {
  try {
    const body = JSON.parse(bodyText) as Partial<Record<keyof ErrorBody, unknown>> | null;
    if (typeof body?.message !== "string") return {};
    return {
      message: body.message,
      ...(isFieldErrors(body.errors) && { errors: body.errors }),
      codeRequired: body.codeRequired === true,
    };
  } catch {
    return {};
  }
}

function isFieldErrors(value: unknown): value is Record<string, string[]> {
  const isTexts = (texts: unknown) =>
    Array.isArray(texts) && texts.every((text) => typeof text === "string");
  return typeof value === "object" && value !== null && Object.values(value).every(isTexts);
}
