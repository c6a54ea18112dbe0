import type * as z from "zod/mini";
import type { Endpoint, Page } from "#contract/endpoint.ts";
import { invalid, notFound } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext, Route } from "./route.ts";

/** The parts of a request as they came, not yet checked. */
export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Runs a route whose guard has admitted the context: checks the input, calls the handler, and lets only what the response's schema
 * names leave. Used by HTTP and by the server's own rendering alike.
 * @throws HttpError 400 for input outside its schema, 404 for an id that is none
 */
export async function callRoute(
  { endpoint, handle }: Route,
  context: RequestContext,
  raw: RawInput,
  response: ResponseContext,
): Promise<unknown> {
  const params = endpoint.params?.safeParse(raw.params);
  if (params && !params.success) throw notFound(endpoint.notFound);
  const errors: Record<string, string[]> = {};
  const query = endpoint.query && read(endpoint.query, raw.query ?? {}, errors);
  // An upload has no schema: `readUpload.ts` has checked it.
  const body = endpoint.upload ? raw.body : endpoint.body && read(endpoint.body, raw.body, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const input = { ...context, params: params?.data, query, body, response };
  return present(endpoint, await handle(input));
}

function read(schema: z.ZodMiniType, value: unknown, errors: Record<string, string[]>): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : "body";
    (errors[field] ??= []).push(issue.message);
  }
  return undefined;
}

function present(endpoint: Endpoint, result: unknown): unknown {
  // What it sends is not known yet.
  if (endpoint.stream) return undefined;
  if (!endpoint.paged) return endpoint.response.parse(result);
  const page = result as Page<unknown>;
  return { ...page, items: endpoint.response.parse(page.items) };
}
