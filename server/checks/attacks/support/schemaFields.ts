import type { Endpoint } from "#contract/endpoint.ts";

/** Returns the field names of an object schema. */
export function schemaFields(schema: Endpoint["body"]): string[] {
  const { shape } = (schema as unknown as { _zod: { def: { shape?: object } } })._zod.def;
  return Object.keys(shape ?? {});
}
