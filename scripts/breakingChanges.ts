/** A JSON Schema or a reference to one, as the OpenAPI document contains it. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { schema?: Schema }>>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  security?: readonly Readonly<Record<string, unknown>>[];
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, { content?: Content; headers?: object }>>;
}

/** The parts of an OpenAPI document on which clients rely. */
export interface ApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** Who writes a value: clients (`sent`) or the server (`received`). */
type Direction = "sent" | "received";

/**
 * Returns what a client of the former document can no longer rely on: a call, a parameter, a field
 * or a value that is gone, and anything that is newly required. New calls, new optional input and new
 * fields and values of responses break no client.
 */
export function breakingChanges(former: ApiDocument, current: ApiDocument): string[] {
  const found: string[] = [];
  const compare = schemaComparison(former, current, found);
  for (const [path, methods] of Object.entries(former.paths)) {
    for (const [method, before] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const after = current.paths[path]?.[method];
      if (after) compareOperations(name, before, after, { found, compare });
      else found.push(`${name} is gone`);
    }
  }
  return [...new Set(found)];
}

type Compare = (place: string, before: Schema, after: Schema, direction: Direction) => void;

function compareOperations(
  name: string,
  before: Operation,
  after: Operation,
  { found, compare }: { found: string[]; compare: Compare },
): void {
  const ways = ({ security = [] }: Operation) => security.map((way) => Object.keys(way).join("+"));
  for (const way of ways(before))
    if (!ways(after).includes(way))
      found.push(`${name} no longer admits ${way === "" ? "everyone" : way}`);
  for (const parameter of after.parameters ?? []) {
    const known = before.parameters?.find(
      (p) => p.name === parameter.name && p.in === parameter.in,
    );
    const place = `${name} ${parameter.name}`;
    if (parameter.required && !known?.required) found.push(`${place} is newly required`);
    if (known?.schema && parameter.schema) compare(place, known.schema, parameter.schema, "sent");
  }
  for (const { name: parameter, in: where } of before.parameters ?? [])
    if (!after.parameters?.some((p) => p.name === parameter && p.in === where))
      found.push(`${name} ${parameter} is gone`);
  if (after.requestBody?.required && !before.requestBody?.required)
    found.push(`${name} needs a body`);
  compareContents(`${name} body`, before.requestBody?.content, after.requestBody?.content, "sent");
  for (const [status, response] of Object.entries(before.responses)) {
    if (!status.startsWith("2")) continue;
    const now = after.responses[status];
    if (!now) found.push(`${name} no longer answers ${status}`);
    compareContents(`${name} ${status}`, response.content, now?.content, "received");
    for (const header of Object.keys(response.headers ?? {}))
      if (now && !Object.hasOwn(now.headers ?? {}, header))
        found.push(`${name} ${status} has no ${header}`);
  }

  function compareContents(
    place: string,
    former: Content | undefined,
    current: Content | undefined,
    direction: Direction,
  ): void {
    for (const [type, { schema }] of Object.entries(former ?? {})) {
      const now = current?.[type];
      if (!now) found.push(`${place} is no longer ${type}`);
      else if (schema && now.schema) compare(place, schema, now.schema, direction);
    }
  }
}

/** Returns the function that compares schemas, and adds what it finds to `found`. */
function schemaComparison(former: ApiDocument, current: ApiDocument, found: string[]): Compare {
  const compared = new Set<string>();
  const resolve = ({ components }: ApiDocument, schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : (components.schemas[schema.$ref.replace("#/components/schemas/", "")] ?? {});
  const compare: Compare = (place, givenBefore, givenAfter, direction) => {
    const pair = `${givenBefore.$ref ?? ""} ${givenAfter.$ref ?? ""} ${direction}`;
    if (givenBefore.$ref !== undefined && givenAfter.$ref !== undefined) {
      if (compared.has(pair)) return;
      compared.add(pair);
    }
    const at = givenAfter.$ref?.replace("#/components/schemas/", "") ?? place;
    const before = flat(resolve(former, givenBefore), former);
    const after = flat(resolve(current, givenAfter), current);
    // The values that a client may send must stay allowed, and those that it may receive, known.
    const [narrow, wide] = direction === "sent" ? [before, after] : [after, before];
    for (const type of typesOf(narrow))
      if (wide.type !== undefined && !includesType(typesOf(wide), type))
        found.push(`${at} ${direction === "sent" ? "must not" : "may"} be ${type}`);
    if (direction === "sent" && after.enum)
      for (const value of before.enum ?? [])
        if (!after.enum.includes(value)) found.push(`${at} must not be ${JSON.stringify(value)}`);
    if (before.items && after.items) compare(`${at}[]`, before.items, after.items, direction);
    compareFields(at, before, after, direction);
  };
  const compareFields: Compare = (place, before, after, direction) => {
    const fields = after.properties ?? {};
    for (const [name, schema] of Object.entries(before.properties ?? {})) {
      const now = fields[name];
      if (now) compare(`${place}.${name}`, schema, now, direction);
      else if (before.properties && after.properties) found.push(`${place}.${name} is gone`);
    }
    const [must, had] =
      direction === "sent" ? [after.required, before.required] : [before.required, after.required];
    for (const name of must ?? [])
      if (!had?.includes(name) && (direction === "sent" || Object.hasOwn(fields, name)))
        found.push(
          `${place}.${name} is ${direction === "sent" ? "newly required" : "no longer always there"}`,
        );
  };
  /** Combines the alternatives or parts of a schema, which are compared together. */
  const flat = (schema: Schema, document: ApiDocument): Schema => {
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (part) => flat(resolve(document, part), document),
    );
    if (parts.length === 0) return schema;
    const types = parts.flatMap(typesOf);
    const isAll = schema.allOf !== undefined;
    return {
      ...(types.length > 0 && { type: [...new Set(types)] }),
      properties: Object.assign(
        {},
        ...parts.map(({ properties = {} }) => properties),
      ) as NonNullable<Schema["properties"]>,
      required: isAll ? parts.flatMap(({ required = [] }) => required) : [],
      ...(parts.every((part) => part.enum) && { enum: parts.flatMap((part) => part.enum ?? []) }),
    };
  };
  return compare;
}

const includesType = (types: readonly string[], type: string) =>
  types.includes(type) || (type === "integer" && types.includes("number"));

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === "string" ? [type] : type;
