import { isDeepStrictEqual } from "node:util";
import type { Endpoint } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errorBody.ts";
import { refusalStatuses } from "#server/platform/routing/openApiRefusals.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { mayPass } from "#server/checks/fixtures/guardViewers.ts";

/** Longest acceptable response time of any request, in milliseconds. */
export const SLOWEST_MS = 2_000;

export interface FuzzedReply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  ms: number;
}

/** Returns the faults of a response, each in a few words. */
export function judgeReply(route: Route, viewer: ViewerKey, reply: FuzzedReply): string[] {
  const { endpoint, guard } = route;
  const { status, text, ms, headers } = reply;
  const problems: string[] = [];
  if (status >= 400 && !refusalStatuses(route).includes(status))
    problems.push("an undocumented status");
  if (status >= 500) problems.push(`status ${String(status)}`);
  if (ms > SLOWEST_MS) problems.push(`${String(Math.round(ms))} ms`);
  if (status >= 300 && status < 400) problems.push("a redirection");
  if (status < 300) {
    if (!mayPass(guard).includes(viewer)) problems.push(`${viewer} may not`);
    problems.push(...judgeSuccess(endpoint, reply));
  } else if (!isErrorBody(status, text)) problems.push("an error of another shape");
  if (headers["x-content-type-options"] !== "nosniff") problems.push("no security headers");
  return problems;
}

function judgeSuccess(
  { status, response, paged, csv }: Endpoint,
  { status: given, text, headers }: FuzzedReply,
): string[] {
  if (given !== status) return [`status ${String(given)} instead of ${String(status)}`];
  if (status === 204) return text === "" ? [] : ["a body with 204"];
  if (csv) return String(headers["content-type"]).startsWith("text/csv") ? [] : ["no CSV"];
  if (!String(headers["content-type"]).startsWith("application/json")) return ["no JSON"];
  const body = parsed(text);
  const read = response.safeParse(body);
  if (!read.success) return ["a body outside its schema"];
  // Zod strips fields that are not in the schema. A difference means that the response has an extra
  // field.
  if (!isDeepStrictEqual(read.data, body)) return ["fields that the schema does not name"];
  return paged && !/^\d+$/.test(String(headers["x-total-count"])) ? ["no total"] : [];
}

function isErrorBody(status: number, text: string): boolean {
  const body = parsed(text);
  const read = ErrorBody.safeParse(body);
  if (!read.success || !isDeepStrictEqual(read.data, body)) return false;
  return status === 400 || read.data.errors === undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
