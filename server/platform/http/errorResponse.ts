import type { FastifyRequest } from "fastify";
import { goneMeanwhile, isDatabaseUnavailable } from "#server/platform/db/errors.ts";
import { HttpError, notFound, notSignedIn } from "./httpError.ts";

const FRAMEWORK_MESSAGES: Record<number, string> = {
  400: "Invalid request",
  413: "The request is too large",
  415: "Send JSON",
};

/** What is told of an error: what we threw on purpose; of everything else only that it happened (DECISIONS "HTTP"). */
export function errorResponse(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500) {
    return new HttpError(status, FRAMEWORK_MESSAGES[status] ?? "Invalid request");
  }
  // Not ours to mend, and nothing was written.
  const gone = goneMeanwhile(error);
  if (gone === "account") return notSignedIn();
  if (gone === "company") return notFound("Company not found");
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, "database unavailable");
    return new HttpError(503, "The service is briefly unavailable. Please try again.", {
      headers: { "retry-after": "2" },
    });
  }
  request.log.error({ err: error }, "request failed");
  return new HttpError(500, "Something went wrong");
}

/** The same as what is sent: status, headers, body; a 500 gets a number to quote. */
export function errorReply(error: unknown, request: FastifyRequest) {
  const { status, headers, body } = errorResponse(error, request);
  return {
    status,
    headers: { ...headers, "cache-control": "no-store" },
    body: status === 500 ? { ...body, requestId: request.id } : body,
  };
}

/** Whether an error says that nothing was done; after any other nobody knows. */
export function isRefusal(error: unknown): boolean {
  return error instanceof HttpError || (statusOf(error) ?? 500) < 500;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;
}
