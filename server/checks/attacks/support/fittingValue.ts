import fc from "fast-check";
import * as z from "zod";

/** The subset of JSON Schema that the contract's schemas use. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** Values of the fixtures, which random values would almost never hit. */
export interface Known {
  /** Ids by the name of their field, or by the path segment before them. */
  ids: (name: string) => readonly number[];
  emails: readonly string[];
}

/** Mostly valid values of a schema. Constraints beyond JSON Schema are left to chance. */
export function fittingValue(schema: z.core.$ZodType, known: Known): fc.Arbitrary<unknown> {
  return ofSchema(
    z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema,
    "",
    known,
  );
}

/** Values of each field of an object schema. */
export function fittingFields(
  schema: z.core.$ZodType,
  known: Known,
  nameOf: (field: string) => string = (field) => field,
): Record<string, fc.Arbitrary<unknown>> {
  const { properties = {} } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, ofSchema(part, nameOf(name), known)]),
  );
}

function ofSchema(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => ofSchema(part, name, known)));
  if (schema.type === "string") return textOf(schema, name, known);
  if (schema.type === "number" || schema.type === "integer") return numberOf(schema, name, known);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array")
    return fc.array(ofSchema(schema.items ?? {}, name, known), { maxLength: 8 });
  if (schema.type === "object") return objectOf(schema, known);
  return fc.jsonValue();
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  known: Known,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, ofSchema(part, name, known)]),
  );
  return fc.record(fields, {
    requiredKeys: required.filter((name) => Object.hasOwn(fields, name)),
  });
}

function numberOf(
  { minimum = 1, maximum = 60 }: JsonSchema,
  name: string,
  { ids }: Known,
): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids(name)) },
    fc.integer({ min: Math.max(minimum, 1), max: Math.max(1, Math.min(maximum, 1e15)) }),
  );
}

const ID_PATTERN = String.raw`^[1-9]\d{0,14}$`;

function textOf(
  { pattern, format, minLength = 0, maxLength = 200 }: JsonSchema,
  name: string,
  { ids, emails }: Known,
): fc.Arbitrary<string> {
  if (pattern === ID_PATTERN) return fc.constantFrom(...ids(name)).map(String);
  if (format === "email")
    return fc.oneof(
      fc.constantFrom(...emails),
      fc.stringMatching(/^[a-z]{1,12}@[a-z]{2,12}\.[a-z]{2,4}$/),
    );
  if (format === "uri") return fc.webUrl();
  if (format === "date")
    return fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const bounds = { minLength, maxLength: Math.min(maxLength, 400) };
  return fc.oneof(
    fc.string({ unit: "grapheme", ...bounds }),
    fc.string({ unit: "grapheme-ascii", ...bounds }),
    // The maximum length.
    fc.constant("ü".repeat(maxLength)),
  );
}
