import type { FastifyRequest } from "fastify";
import {
  concurrentlyDeleted,
  isDatabaseUnavailable,
  isReadOnlyCompany,
} from "#server/platform/db/errors.ts";
import { OverloadError } from "#server/platform/fairness/overloadError.ts";
import { HttpError, notFound, notSignedIn, overloaded } from "./httpError.ts";

const FRAMEWORK_MESSAGES: Record<number, string> = {
  400: "Invalid request",
  413: "The request is too large",
  415: "Send JSON",
};

/**
 * Converts an error to the error that is sent to the client. The response to an unexpected error
 * reveals only that an error occurred (docs/product-decisions.md "HTTP").
 */
export function errorResponse(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof OverloadError) return overloaded();
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500) {
    return new HttpError(status, FRAMEWORK_MESSAGES[status] ?? "Invalid request");
  }
  // The company or account was deleted concurrently; nothing was written.
  const deleted = concurrentlyDeleted(error);
  if (deleted === "account") return notSignedIn();
  if (deleted === "company") return notFound("Company not found");
  if (isReadOnlyCompany(error)) {
    return new HttpError(503, "This portal is being moved. Please try again in a minute.", {
      headers: { "retry-after": "5" },
    });
  }
  // The account of another person was deleted concurrently. The client should retry; a repeated call
  // finds that the account no longer exists.
  if (deleted === "subject") return unavailable();
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, "database unavailable");
    return unavailable();
  }
  request.log.error({ err: error }, "request failed");
  return new HttpError(500, "Something went wrong");
}

function unavailable(): HttpError {
  return new HttpError(503, "The service is briefly unavailable. Please try again.", {
    headers: { "retry-after": "2" },
  });
}

/**
 * Returns the status, headers and body of an error response. A 500 includes a request id that the
 * user can quote to support.
 */
export function errorReply(error: unknown, request: FastifyRequest) {
  const { status, headers, body } = errorResponse(error, request);
  return {
    status,
    headers: { ...headers, "cache-control": "no-store" },
    body: status === 500 ? { ...body, requestId: request.id } : body,
  };
}

/**
 * Whether the error proves that nothing was written. After any other error, it is unknown whether
 * data were written.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof HttpError || (statusOf(error) ?? 500) < 500;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;
}
