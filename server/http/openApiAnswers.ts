import { STATUS_CODES } from "node:http";
import type { Example } from "#contract/examples/example.ts";
import type { CallLimit } from "./callLimits.ts";
import type { Json, SchemaWriter } from "./openApiSchemas.ts";
import type { Route } from "./route.ts";

const ERROR = { $ref: "#/components/schemas/Error" };

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait before the next attempt.", schema: { type: "integer" } },
};

const NEXT_PAGE = { description: 'The next page, rel="next".', schema: { type: "string" } };

const TOTAL = {
  "X-Total-Count": { description: "Items in the whole list.", schema: { type: "integer" } },
};

function refusal(description: string, example: Json, headers?: Json): Json {
  return {
    description,
    ...(headers && { headers }),
    content: { "application/json": { schema: ERROR, example } },
  };
}

/** Refusals that are the same for every operation, by status. */
const COMMON: Readonly<Record<number, Json>> = {
  400: refusal("The query or the body is not as described; `errors` has messages by field.", {
    message: "Title is required",
    errors: { title: ["Title is required"] },
  }),
  401: refusal("No valid session, or not of the user whom `X-Signed-In-As` names.", {
    message: "Not signed in",
  }),
  403: refusal("The caller may not do this, or a browser sent it from another site.", {
    message: "Not allowed",
  }),
  404: refusal("No portal on this host.", { message: "Portal not found" }),
  413: refusal("The body is too large.", { message: "The request is too large" }),
  415: refusal("The body has another media type.", { message: "Send JSON" }),
  429: refusal("Too many calls.", { message: "Too many attempts. Please try again later." }, RETRY_AFTER),
  500: refusal("An unexpected error; `requestId` helps the provider to find it.", {
    message: "Something went wrong",
    requestId: "5b0c2f0e-8a51-4c43-9d0a-6c9a3a7f6f21",
  }),
  503: refusal(
    "Busy, or briefly unavailable.",
    { message: "The service is briefly unavailable. Please try again." },
    RETRY_AFTER,
  ),
};

const nameOf = (status: number) => (STATUS_CODES[status] ?? "").replace(/\W/g, "");

/** The common refusals as components: `NotFound`, `TooManyRequests`. */
export const commonRefusals: Json = Object.fromEntries(
  Object.entries(COMMON).map(([status, response]) => [nameOf(Number(status)), response]),
);

/** Statuses that a call of this route can be refused with. */
export function refusalStatuses({ endpoint, guard, limits }: Route): number[] {
  const { query, body, upload, stream, errors = {} } = endpoint;
  const sends = body !== undefined || upload !== undefined;
  const statuses = [
    ...(sends || query ? [400] : []),
    // A change may say as whom it is meant, and a browser may not send it from another site.
    ...(endpoint.method === "GET" ? guard.refusals : [401, 403]),
    404,
    ...Object.keys(errors).map(Number),
    ...(sends ? [413, 415] : []),
    ...(limits.length > 0 || upload || stream ? [429] : []),
    500,
    503,
  ];
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}

/** All answers of a route, by status. */
export function answersOf(route: Route, example: Example, schemas: SchemaWriter): Json {
  const refusals = refusalStatuses(route).map((status) => [status, refusalOf(status, route)] as const);
  return { [route.endpoint.status]: success(route, example, schemas), ...Object.fromEntries(refusals) };
}

function refusalOf(status: number, { endpoint, limits }: Route): Json {
  const messages = Object.entries(endpoint.errors ?? {}).find(
    ([declared]) => Number(declared) === status,
  )?.[1];
  const [message] = messages ?? [];
  if (messages) return refusal(messages.map((text) => text.replace(/\.?$/, ".")).join(" "), { message });
  if (status === 404 && endpoint.notFound !== undefined) {
    return refusal("No such thing, or none that the caller may see.", { message: endpoint.notFound });
  }
  if (status === 415 && endpoint.upload) {
    return refusal("The body has another media type.", { message: "Send multipart/form-data" });
  }
  if (status === 429 && limits.length > 0) {
    const { content } = COMMON[429] as { content: Json };
    return { description: limits.map(limitInWords).join(" "), headers: RETRY_AFTER, content };
  }
  return { $ref: `#/components/responses/${nameOf(status)}` };
}

function limitInWords({ limit: { attempts, windowSeconds } }: CallLimit): string {
  const [span, unit] = windowSeconds % 3600 === 0 ? [windowSeconds / 3600, "h"] : [windowSeconds / 60, "min"];
  return `More than ${String(attempts)} calls in ${String(span)} ${unit}.`;
}

function success({ endpoint }: Route, { response: example }: Example, schemas: SchemaWriter): Json {
  if (endpoint.status === 204) return { description: "Done." };
  const schema = schemas.write(endpoint.response, "output");
  const isList = endpoint.method === "GET" && !endpoint.stream && schema["type"] === "array";
  return {
    description: "Success.",
    ...(isList && { headers: endpoint.paged ? { Link: NEXT_PAGE, ...TOTAL } : TOTAL }),
    content: { [endpoint.stream ? "text/event-stream" : "application/json"]: { schema, example } },
  };
}
