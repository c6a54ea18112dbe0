import type { Endpoint } from "#contract/endpoint.ts";

/** Names of the fields that an object's schema takes. */
export function schemaFields(schema: Endpoint["body"]): string[] {
  const { shape } = (schema as unknown as { _zod: { def: { shape?: object } } })._zod.def;
  return Object.keys(shape ?? {});
}
