import * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { SIGNED_IN_AS } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errors.ts";
import type { Route } from "./route.ts";

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document from the mounted endpoints. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Hearback",
      version: "1.0",
      description:
        "Feedback boards, roadmap and changelog. The portal is chosen by the host; the user by the session cookie that POST /api/login sets.",
    },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, "output") },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "hearback_session" } },
    },
  };
}

function operation({ endpoint, guard }: Route): Json {
  return {
    summary: endpoint.summary,
    description: `May be called by: ${guard.description}`,
    tags: [endpoint.path.split("/")[2]],
    parameters: [
      ...parameters(endpoint, "params", "path"),
      ...parameters(endpoint, "query", "query"),
      ...(endpoint.method === "GET" ? [] : [signedInAs]),
    ],
    ...requestBody(endpoint),
    responses: { [endpoint.status]: success(endpoint), default: refusal },
  };
}

/** Header of changing calls only (`assertSameUser.ts`). */
const signedInAs = {
  name: SIGNED_IN_AS,
  in: "header",
  required: false,
  description:
    "The id of the user as whom you mean to call. Refused with 401 when the session is somebody else's.",
  schema: { type: "integer" },
};

function requestBody({ body, upload }: Endpoint): Json {
  if (upload) {
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const schema = { type: "object", properties: { [upload]: file }, required: [upload] };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (!body) return {};
  return {
    requestBody: {
      required: true,
      content: { "application/json": { schema: jsonSchema(body, "input") } },
    },
  };
}

const refusal = {
  description: "Refused: a message, and on 400 the messages by field.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

function success(endpoint: Endpoint): Json {
  if (endpoint.status === 204) return { description: "Done." };
  const schema = jsonSchema(endpoint.response, "output");
  const isList = endpoint.method === "GET" && !endpoint.stream && schema["type"] === "array";
  return {
    description: "Success.",
    ...(isList && { headers: endpoint.paged ? { Link: NEXT_PAGE, ...TOTAL } : TOTAL }),
    content: { [endpoint.stream ? "text/event-stream" : "application/json"]: { schema } },
  };
}

const NEXT_PAGE = { description: 'The next page, rel="next".', schema: { type: "string" } };
const TOTAL = {
  "X-Total-Count": { description: "Items in the whole list.", schema: { type: "integer" } },
};

function parameters(endpoint: Endpoint, part: "params" | "query", place: "path" | "query"): Json[] {
  const schema = endpoint[part];
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: NonNullable<Endpoint["body"]>, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}
