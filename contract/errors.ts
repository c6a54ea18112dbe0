import * as z from "zod/mini";

/** The body of every answer that is not a success (DECISIONS "HTTP"). */
export const ErrorBody = z.object({
  message: z.string(),
  /** Validation only: messages by field name. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** 401 of a login only: it needs a `code` as well. */
  codeRequired: z.optional(z.boolean()),
  /** 500 only: to be quoted to support. */
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.output<typeof ErrorBody>;

/**
 * A call that was refused. The message is `"{status}: {body text}"` (SPEC section 8); `serverMessage` is the text for toasts,
 * `fieldErrors` go beside their fields.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly fieldErrors: Readonly<Record<string, string[]>>;
  /** A login that needs a `code` as well. */
  readonly codeRequired: boolean;

  /** @param body the response's text, or the body itself where the call did not go over HTTP */
  constructor(status: number, body: string | ErrorBody) {
    const isText = typeof body === "string";
    super(`${String(status)}: ${isText ? body : JSON.stringify(body)}`);
    this.name = "ApiError";
    this.status = status;
    const { message, errors, codeRequired } = isText ? parseErrorBody(body) : body;
    this.serverMessage = message;
    this.fieldErrors = errors ?? {};
    this.codeRequired = codeRequired ?? false;
  }

  /** So that a failed query survives the way from the server's render into the browser. */
  toJSON(): { status: number; bodyText: string } {
    return { status: this.status, bodyText: this.message.slice(`${String(this.status)}: `.length) };
  }
}

/** By hand: every page of the portal has this, and hardly one has zod otherwise. */
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
