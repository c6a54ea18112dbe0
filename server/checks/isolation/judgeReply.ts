import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errorBody.ts";
import type { Reply } from "#server/checks/fixtures/testPortal.ts";

/** Describes each difference of a response from the expected status and from the contract. */
export function judgeReply(endpoint: Endpoint, reply: Reply, expected: string): string[] {
  const faults: string[] = [];
  if (!isStatus(reply.status, expected, endpoint)) {
    faults.push(`${String(reply.status)} instead of ${expected}: ${reply.text.slice(0, 200)}`);
  }
  if (endpoint.stream) return reply.text === "" ? faults : [...faults, "a head with a body"];
  const shape = reply.status < 400 ? successFault(endpoint, reply) : refusalFault(endpoint, reply);
  if (shape !== undefined) faults.push(`${shape}: ${reply.text.slice(0, 300)}`);
  return faults;
}

/** Whether a status is as expected. `2xx` stands for the endpoint's own success status. */
function isStatus(status: number, expected: string, endpoint: Endpoint): boolean {
  return String(status) === (expected === "2xx" ? String(endpoint.status) : expected);
}

/**
 * Describes a fault of a successful response. The body must match its schema exactly, so fields
 * that the schema would strip are a fault.
 */
function successFault(endpoint: Endpoint, { body, text, headers }: Reply): string | undefined {
  if (endpoint.status === 204) return text === "" ? undefined : "a body on 204";
  const content: unknown = endpoint.csv || endpoint.zip || endpoint.image ? text : body;
  const read = z.safeParse(endpoint.response, content);
  if (!read.success) return "outside its schema";
  if (!isDeepStrictEqual(read.data, content)) return "more than its schema names";
  if (endpoint.paged && !/^\d+$/.test(String(headers["x-total-count"])))
    return "a page without its total";
  return undefined;
}

/**
 * Describes a fault of an error response. An error body has a message, and errors by field only
 * with status 400.
 */
function refusalFault(endpoint: Endpoint, { status, body, headers }: Reply): string | undefined {
  const read = z.safeParse(ErrorBody, body);
  if (!read.success || !isDeepStrictEqual(read.data, body)) return "no answer of an error's shape";
  if (!String(headers["content-type"]).startsWith("application/json")) return "no JSON";
  const { message, errors, ...more } = read.data;
  if (message === "" || Object.keys(more).length > 0) return "more than a message";
  // A malformed id gets the same message as an unknown id, because `callRoute.ts` takes the message
  // from the contract.
  if (status === 404 && message !== endpoint.notFound) return "another message than the contract's";
  return errors !== undefined && status !== 400
    ? "errors by field without a wrong field"
    : undefined;
}
