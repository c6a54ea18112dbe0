import * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint.ts";
import { SIGNED_IN_AS } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errorBody.ts";
import type { Example } from "#contract/endpoint.ts";
import { examples } from "#contract/examples.ts";
import type { WebhookEventType } from "#contract/webhookEvents.ts";
import { EVENT_LABELS, eventSchema, WEBHOOK_EVENTS } from "#contract/webhookEvents.ts";
import { exampleEvent } from "#contract/webhooks.examples.ts";
import { FeedbackListQuery, FeedbackQuery } from "#contract/feedbackQuery.ts";
import { IDEMPOTENCY_KEY } from "#contract/idempotency.ts";
import { OnBehalfOf } from "#contract/onBehalfOf.ts";
import { commonRefusals, isRepeatable, refusalsOf } from "./openApiRefusals.ts";
import type { Json } from "./openApiSchemas.ts";
import { SchemaWriter } from "./openApiSchemas.ts";
import { describedTags, tagOf } from "./openApiTags.ts";
import type { Route } from "./route.ts";

const DESCRIPTION =
  `Feedback boards, roadmap and changelog. The host chooses the portal; the session cookie that
\`login\` sets identifies the user, on this host only. Programs send an API key instead, which a company's admins
make under *API and webhooks*. Lists have their total in \`X-Total-Count\`; those with
\`cursor\` come one page at a time, and \`Link\` has the address of the next page. A page ends before \`limit\` when it
would exceed 128 kB.`.replaceAll("\n", " ");

/** The parts of the document that depend on the installation and on the protocol. */
interface Place {
  /** The contact for users of the API. */
  readonly provider: { readonly name: string; readonly url?: string };
  /** Name of the session cookie. */
  readonly sessionCookie: string;
}

/**
 * Generates the OpenAPI 3.1 document from the routes that the server mounts.
 * @throws if a route has no example
 */
export function openApiDocument(
  routes: readonly Route[],
  { provider, sessionCookie }: Place,
): Json {
  const schemas = new SchemaWriter();
  schemas.write(ErrorBody, "output");
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Hearback",
      version: "1.0",
      description: DESCRIPTION,
      contact: provider,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The host that this document comes from." }],
    tags: describedTags(),
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, webhook(type, schemas)])),
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas.components).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      responses: commonRefusals,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie,
          description: "Set by `login` and `register`.",
        },
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key, `hb_…`. The description of an operation names the scope that it needs.",
        },
        bounceToken: {
          type: "http",
          scheme: "bearer",
          description: "The installation's `BOUNCE_TOKEN`.",
        },
      },
    },
  };
}

/** Describes the request with which an event is sent. */
function webhook(type: WebhookEventType, schemas: SchemaWriter): Json {
  const schema = schemas.write(eventSchema(type), "output");
  return {
    post: {
      operationId: `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: `${EVENT_LABELS[type]}.`,
      tags: ["webhooks"],
      security: [],
      parameters: SIGNATURE_HEADERS,
      requestBody: {
        required: true,
        content: { "application/json": { schema, example: exampleEvent(type) } },
      },
      responses: {
        "2XX": { description: "Any of these means that the event was accepted." },
        410: { description: "The endpoint is turned off." },
        default: { description: "The event is sent again later, with the same `webhook-id`." },
      },
    },
  };
}

/** The headers of Standard Webhooks. */
const SIGNATURE_HEADERS = [
  {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "The id of the event, the same whenever the event is sent again.",
    schema: { type: "string" },
    example: "msg_4f0cde31b7a54f0f8f4c0a7f0d1b9a52",
  },
  {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "The time of the attempt, in seconds since 1970.",
    schema: { type: "integer" },
    example: 1_777_990_800,
  },
  {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "Signatures, separated by spaces: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. The key is the secret after `whsec_`, decoded from base64. There are two while a secret is replaced.",
    schema: { type: "string" },
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
];

/** The security requirements of an operation, by the session that its guard needs. */
const SECURITY: Record<Route["guard"]["session"], Json[]> = {
  required: [{ session: [] }],
  optional: [{}, { session: [] }],
  token: [{ bounceToken: [] }],
};

function operation(route: Route, schemas: SchemaWriter): Json {
  const { endpoint, guard } = route;
  const { operationId } = endpoint;
  const example = examples[operationId];
  if (!example) throw new Error(`${operationId} needs an example in contract/`);
  return {
    operationId,
    summary: endpoint.summary,
    description: `May be called by: ${guard.description}${keyInWords(endpoint)}`,
    tags: [tagOf(endpoint.path)],
    security: [...SECURITY[guard.session], ...(endpoint.scope ? [{ apiKey: [] }] : [])],
    parameters: [
      ...parameters(endpoint, "params", example, schemas),
      ...parameters(endpoint, "query", example, schemas),
      ...(endpoint.method === "GET" ? [] : [signedInAs]),
      ...(isRepeatable(endpoint) ? [idempotencyKey] : []),
    ],
    ...requestBody(endpoint, example, schemas),
    responses: { [endpoint.status]: success(endpoint, example, schemas), ...refusalsOf(route) },
  };
}

/** The header that all calls accept except GET calls (`assertSameUser.ts`). */
const signedInAs = {
  name: SIGNED_IN_AS,
  in: "header",
  required: false,
  description:
    "The id of the user as whom you mean to call. Refused with 401 when the session is somebody else's.",
  schema: { type: "integer" },
  example: 7,
};

/** The header that POST calls with an API key accept (`answerOnce.ts`). */
const idempotencyKey = {
  name: IDEMPOTENCY_KEY,
  in: "header",
  required: false,
  description:
    "With an API key: any text that is new for each request, such as a UUID. A repetition with the same text gets the first answer for a day; 409 while the first request runs, 422 for a different request.",
  schema: { type: "string", maxLength: 255 },
  example: "8e03978e-40d5-43dd-bc93-6894a57f9324",
};

function keyInWords({ scope }: Endpoint): string {
  if (!scope) return "";
  return scope === "any" ? " Every API key." : ` API keys with \`${scope}\`.`;
}

/** What a request with an API key may add to a body (`callRoute.ts`). */
const customerFields = z.object({ onBehalfOf: z.optional(OnBehalfOf) });

function requestBody(
  { operationId, body, upload, uploadStream, raw, actsForCustomers }: Endpoint,
  { body: example }: Example,
  schemas: SchemaWriter,
): Json {
  const fileField = upload ?? uploadStream?.field;
  if (fileField !== undefined) {
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const text = uploadStream && { [uploadStream.textField]: { type: "string" } };
    const properties = { ...text, [fileField]: file };
    const schema = { type: "object", properties, required: Object.keys(properties) };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (raw) {
    const media = { schema: { type: "string" }, example };
    const content = Object.fromEntries(raw.mediaTypes.map((type) => [type, media]));
    return { requestBody: { required: true, content } };
  }
  if (actsForCustomers) {
    const fields = schemas.write(customerFields, "input");
    const combined = body ? { allOf: [schemas.write(body, "input"), fields] } : fields;
    const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
    const schema = schemas.writeAs(`${name}Body`, combined);
    const content = { "application/json": { schema, ...(body && { example }) } };
    return { requestBody: { required: body !== undefined, content } };
  }
  if (!body) return {};
  const schema = schemas.write(body, "input");
  return { requestBody: { required: true, content: { "application/json": { schema, example } } } };
}

function parameters(
  endpoint: Endpoint,
  part: "params" | "query",
  example: Example,
  schemas: SchemaWriter,
): Json[] {
  const schema = endpoint[part];
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.writeFields(schema);
  return Object.entries(properties).map(([name, { description, ...property }]) => {
    const parameter: Json = {
      name,
      in: part === "params" ? "path" : "query",
      required: part === "params" || required.includes(name),
      schema: property,
    };
    if (description !== undefined) parameter["description"] = description;
    const value = example[part]?.[name];
    if (value !== undefined)
      parameter["example"] = property["type"] === "integer" ? Number(value) : value;
    return parameter;
  });
}

const NEXT_PAGE = { description: 'The next page, rel="next".', schema: { type: "string" } };

const TOTAL = {
  "X-Total-Count": { description: "Items in the whole list.", schema: { type: "integer" } },
};

const SEARCH_CUT = {
  "X-Search-Cut": {
    description: "`true` if the search text was too long, so that a part of it was ignored.",
    schema: { type: "string" },
  },
};

const UPDATED_UNTIL = {
  "X-Updated-Until": {
    description:
      "With `updatedSince`: all changes before this time are on this page or on earlier ones.",
    schema: { type: "string", format: "date-time" },
  },
};

function success(endpoint: Endpoint, { response: example }: Example, schemas: SchemaWriter): Json {
  if (endpoint.status === 204) return { description: "Done." };
  const schema = schemas.write(endpoint.response, "output");
  const isList = endpoint.method === "GET" && !endpoint.stream && schema["type"] === "array";
  return {
    description: "Success.",
    ...(isList && { headers: headersOf(endpoint) }),
    content: { [mediaTypeOf(endpoint)]: { schema, example } },
  };
}

function headersOf({ paged, query }: Endpoint): Json {
  if (!paged) return TOTAL;
  const isOfItems = query === FeedbackListQuery || query === FeedbackQuery;
  return {
    Link: NEXT_PAGE,
    ...TOTAL,
    ...(isOfItems && SEARCH_CUT),
    ...(query === FeedbackListQuery && UPDATED_UNTIL),
  };
}

function mediaTypeOf({ stream, csv, zip, image }: Endpoint): string {
  if (stream) return "text/event-stream";
  if (zip) return "application/zip";
  if (image) return "image/webp";
  return csv ? "text/csv" : "application/json";
}
