import type * as z from "zod/mini";
import type { Endpoint, Page } from "#contract/endpoint.ts";
import { OnBehalfOf } from "#contract/onBehalfOf.ts";
import { invalid, notFound } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext, Route } from "./route.ts";
import { streamedJson } from "./streamedJson.ts";

/**
 * The parts of a call before validation. Path parameters are text over HTTP; a page can pass ids as
 * numbers.
 */
export interface RouteInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Returns the context of a request that acts for a customer. */
export type ActForCustomer = (
  context: RequestContext,
  customer: OnBehalfOf,
) => Promise<RequestContext>;

/**
 * Runs a route whose guard has admitted the context. Validates the input, calls the handler, and
 * removes everything from the result that the response schema does not name. The result of a
 * download is its content, in pieces. Used for HTTP and for the rendering of pages.
 * @param actForCustomer needed by endpoints with `actsForCustomers`
 * @throws HttpError 400 for invalid input, 404 for an invalid id and without the tenant that the
 * guard needs
 */
export async function callRoute(
  { endpoint, guard, handle }: Route,
  context: RequestContext,
  input: RouteInput,
  response: ResponseContext,
  actForCustomer?: ActForCustomer,
): Promise<unknown> {
  const params = parseParams(endpoint, input.params);
  const errors: Record<string, string[]> = {};
  const query = endpoint.query && parse(endpoint.query, input.query ?? {}, errors);
  // Uploads and raw bodies have no schema.
  const body =
    endpoint.upload || endpoint.uploadStream || endpoint.raw
      ? input.body
      : endpoint.body && parse(endpoint.body, input.body, errors);
  const customer = endpoint.actsForCustomers && customerOf(input.body, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const unknown = () => notFound(endpoint.notFound);
  if (guard.needsTenant && context.tenantId === null) throw unknown();
  const actor = customer && actForCustomer ? await actForCustomer(context, customer) : context;
  return present(
    endpoint,
    await handle({ ...actor, params, query, body, response, notFound: unknown }),
  );
}

function parseParams(endpoint: Endpoint, values: unknown): unknown {
  if (!endpoint.params) return undefined;
  if (hasOnlyIds(values)) return values;
  const params = endpoint.params.safeParse(values);
  if (!params.success) throw notFound(endpoint.notFound);
  return params.data;
}

/**
 * Whether all path parameters are ids as numbers, as pages pass them. Such parameters need no
 * parsing.
 */
function hasOnlyIds(values: unknown): boolean {
  const ids = Object.values(values ?? {});
  return ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0);
}

function parse(schema: z.ZodMiniType, value: unknown, errors: Record<string, string[]>): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : "body";
    (errors[field] ??= []).push(issue.message);
  }
  return undefined;
}

function customerOf(body: unknown, errors: Record<string, string[]>): OnBehalfOf | undefined {
  if (typeof body !== "object" || body === null || !("onBehalfOf" in body)) return undefined;
  const given = OnBehalfOf.safeParse(body.onBehalfOf);
  if (given.success) return given.data;
  errors["onBehalfOf"] = given.error.issues.map(({ message }) => message);
  return undefined;
}

function present(endpoint: Endpoint, result: unknown): unknown {
  // A stream has no result. Its events are sent later.
  if (endpoint.stream) return undefined;
  if (endpoint.csv || endpoint.zip || endpoint.image) return result;
  if (endpoint.download !== undefined)
    return streamedJson(endpoint.response, result as Record<string, unknown>);
  if (!endpoint.paged) return endpoint.response.parse(result);
  const page = result as Page<unknown>;
  return { ...page, items: endpoint.response.parse(page.items) };
}
