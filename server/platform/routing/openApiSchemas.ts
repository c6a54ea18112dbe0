import * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { feedbackSearch } from "#contract/feedbackQuery.ts";
import {
  idParam,
  idQuery,
  pageCursor,
  pageLimit,
  searchQuery,
  timestamp,
  wholeListLimit,
} from "#contract/fields.ts";
import { namedSchemas } from "#contract/namedSchemas.ts";

export type Json = Record<string, unknown>;

/** The parts of a written JSON Schema that other modules read. */
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

/**
 * Whether a schema describes JSON that is sent to the server (`input`) or by the server (`output`).
 */
type Direction = "input" | "output";

const COMPONENTS = "#/components/schemas/";

const names = z.registry<{ id: string }>();
for (const [id, schema] of namedSchemas) names.add(schema, { id });

const ID = { type: "integer", minimum: 1, maximum: 999_999_999_999_999 };

/** Handwritten schemas, which are clearer for clients than the server's regular expressions. */
const WRITTEN_BY_HAND = new Map<unknown, Json>([
  [idParam, ID],
  [idQuery, ID],
  [timestamp, { type: "string", format: "date-time" }],
  [pageLimit, limitSchema(100, 20)],
  [wholeListLimit, limitSchema(200, 200)],
]);

function limitSchema(maximum: number, usual: number): Json {
  const description = "Maximum number of items in one page.";
  return { type: "integer", minimum: 1, maximum, default: usual, description };
}

const DESCRIPTIONS = new Map<unknown, string>([
  [pageCursor, "The start of the page, taken from the address in `Link`."],
  [searchQuery, "Text to search for. Case is ignored, and there are no wildcards."],
  [
    feedbackSearch,
    "Words that title or description must contain, in any order. Case and accents are ignored. A phrase in quotes is found literally.",
  ],
]);

/** Converts schemas to JSON Schema. Named schemas become components and are referenced. */
export class SchemaWriter {
  /** The components that the schemas written so far reference. */
  readonly components: Record<string, Json> = {};

  write(schema: Schema, direction: Direction): Json {
    const { root, named } = convert(schema, direction);
    for (const [name, component] of Object.entries(named)) this.#add(name, component);
    return root;
  }

  /** Converts a schema whose parts are combined, and makes it a component. */
  writeAs(name: string, json: Json): Json {
    this.#add(name, json);
    return { $ref: `${COMPONENTS}${name}` };
  }

  /** Converts the fields of a path or a query, each of which is a separate parameter. */
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
  // Additional properties are not forbidden, because a later version may add fields to its
  // responses.
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
