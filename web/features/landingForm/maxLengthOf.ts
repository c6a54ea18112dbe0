import type * as z from "zod/mini";

/** Returns the maximum length of a string schema; undefined if the schema has no maximum length. */
export function maxLengthOf(schema: z.ZodMiniString): number | undefined {
  const definitions = schema._zod.def.checks?.map(({ _zod }) => _zod.def) ?? [];
  const limits = definitions.map((definition) =>
    definition.check === "max_length" && "maximum" in definition ? definition.maximum : undefined,
  );
  return limits.find((limit) => typeof limit === "number");
}
