import type { Endpoint } from "#contract/endpoint.ts";
import { SIGNED_IN_AS } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errors.ts";
import type { Example } from "#contract/examples/example.ts";
import { examples } from "#contract/examples/examples.ts";
import { answersOf, commonRefusals } from "./openApiAnswers.ts";
import type { Json } from "./openApiSchemas.ts";
import { SchemaWriter } from "./openApiSchemas.ts";
import { describedTags, tagOf } from "./openApiTags.ts";
import type { Route } from "./route.ts";

const DESCRIPTION =
  `Feedback boards, roadmap and changelog. The host chooses the portal; the session cookie that
\`login\` sets says who calls. Lists tell their total in \`X-Total-Count\`; those with \`cursor\` come one page at a
time, and \`Link\` has the address of the next page.`.replaceAll("\n", " ");

/**
 * The interface as OpenAPI 3.1, made from the very values the server mounts.
 * @param provider whom users of the interface turn to
 * @throws for a route without an example
 */
export function openApiDocument(routes: readonly Route[], provider: { name: string; url: string }): Json {
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
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas.components).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      responses: commonRefusals,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "hearback_session",
          description: "Set by `login` and `register`.",
        },
      },
    },
  };
}

function operation(route: Route, schemas: SchemaWriter): Json {
  const { endpoint, guard } = route;
  const { operationId } = endpoint;
  const example = examples[operationId];
  if (!example) throw new Error(`${operationId} needs an example in contract/examples`);
  return {
    operationId,
    summary: endpoint.summary,
    description: `May be called by: ${guard.description}`,
    tags: [tagOf(endpoint.path)],
    security: guard.session === "required" ? [{ session: [] }] : [{}, { session: [] }],
    parameters: [
      ...parameters(endpoint, "params", example, schemas),
      ...parameters(endpoint, "query", example, schemas),
      ...(endpoint.method === "GET" ? [] : [signedInAs]),
    ],
    ...requestBody(endpoint, example, schemas),
    responses: answersOf(route, example, schemas),
  };
}

/** Asked of changes only (`refuseAsAnother.ts`). */
const signedInAs = {
  name: SIGNED_IN_AS,
  in: "header",
  required: false,
  description:
    "The id of the user as whom you mean to call. Refused with 401 when the session is somebody else's.",
  schema: { type: "integer" },
  example: 7,
};

function requestBody({ body, upload }: Endpoint, { body: example }: Example, schemas: SchemaWriter): Json {
  if (upload) {
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const schema = { type: "object", properties: { [upload]: file }, required: [upload] };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
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
    const value = example[part]?.[name];
    const isNumber = property["type"] === "integer";
    return {
      name,
      in: part === "params" ? "path" : "query",
      required: part === "params" || required.includes(name),
      ...(description !== undefined && { description }),
      schema: property,
      ...(value !== undefined && { example: isNumber ? Number(value) : value }),
    };
  });
}
