import * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  idParam,
  idQuery,
  pageCursor,
  pageLimit,
  searchQuery,
  timestamp,
} from "#contract/fields.ts";
import { namedSchemas } from "#contract/namedSchemas.ts";

export type Json = Record<string, unknown>;

/** What is read again of a schema that was written. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

type Schema = NonNullable<Endpoint["body"]>;

/** How JSON looks when it is sent to the server, or comes from it. */
type Direction = "input" | "output";

const COMPONENTS = "#/components/schemas/";

const names = z.registry<{ id: string }>();
for (const [id, schema] of namedSchemas) names.add(schema, { id });

const ID = { type: "integer", minimum: 1, maximum: 999_999_999_999_999 };

/** What a client should read instead of the pattern that the server matches. */
const WRITTEN_BY_HAND = new Map<unknown, Json>([
  [idParam, ID],
  [idQuery, ID],
  [timestamp, { type: "string", format: "date-time" }],
  [
    pageLimit,
    {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
      description: "Items on one page at most.",
    },
  ],
]);

const DESCRIPTIONS = new Map<unknown, string>([
  [pageCursor, "Where the page begins: part of the address in `Link`."],
  [searchQuery, "Text to look for, without case; no wildcards."],
]);

/** Writes schemas as JSON Schema: those with a name as components, and references to them. */
export class SchemaWriter {
  /** The components that what was written so far refers to. */
  readonly components: Record<string, Json> = {};

  write(schema: Schema, direction: Direction): Json {
    const { root, named } = convert(schema, direction);
    for (const [name, component] of Object.entries(named)) this.#add(name, component);
    return root;
  }

  /** Writes the fields of a path or a query: each is a parameter, so the whole is no component. */
  writeFields(schema: Schema): JsonSchema {
    const { root, named } = convert(schema, "input");
    const ownName = (root as JsonSchema).$ref?.replace(COMPONENTS, "") ?? "";
    const { [ownName]: own = root, ...others } = named;
    for (const [name, component] of Object.entries(others)) this.#add(name, component);
    return own;
  }

  #add(name: string, component: Json): void {
    const known = this.components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(component))
      throw new Error(
        `${name} looks different when it is sent and when it comes back: it needs two names`,
      );
    this.components[name] = component;
  }
}

function convert(
  schema: Schema,
  direction: Direction,
): { root: Json; named: Record<string, Json> } {
  const written = z.toJSONSchema(schema, {
    io: direction,
    metadata: names,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => adjust(zodSchema, jsonSchema as Json),
  });
  const { $schema: _, $defs = {}, ...root } = withComponentReferences(written) as Json;
  return { root, named: $defs as Record<string, Json> };
}

function adjust(schema: unknown, json: Json): void {
  const byHand = WRITTEN_BY_HAND.get(schema);
  if (byHand) {
    for (const key of Object.keys(json)) delete json[key];
    Object.assign(json, byHand);
  }
  const description = DESCRIPTIONS.get(schema);
  if (description !== undefined) json["description"] = description;
  // A later version may answer with more fields.
  if (json["additionalProperties"] === false) delete json["additionalProperties"];
}

function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => [
      key,
      key === "$ref" ? String(part).replace("#/$defs/", COMPONENTS) : withComponentReferences(part),
    ]),
  );
}
