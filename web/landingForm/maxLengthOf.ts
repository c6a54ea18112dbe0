import type * as z from "zod/mini";

/** The most characters a text of the contract may have; undefined where it sets no limit. */
export function maxLengthOf(schema: z.ZodMiniString): number | undefined {
  return schema._zod.bag.maximum;
}
