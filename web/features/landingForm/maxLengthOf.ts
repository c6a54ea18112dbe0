import type * as z from "zod/mini";

/** The most characters a text of the contract may have; undefined where it sets no limit. */
export function maxLengthOf(schema: z.ZodMiniString): number | undefined {
  const definitions = schema._zod.def.checks?.map(({ _zod }) => _zod.def) ?? [];
  const limits = definitions.map((definition) =>
    definition.check === "max_length" && "maximum" in definition ? definition.maximum : undefined,
  );
  return limits.find((limit) => typeof limit === "number");
}
