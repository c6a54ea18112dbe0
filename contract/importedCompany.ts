import * as z from "zod/mini";

/**
 * A board in a Hearback export or in Canny. If the import creates this board, the new board gets these
 * properties.
 */
export const OfferedBoard = z.object({
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  isPrivate: z.boolean(),
});
export type OfferedBoard = z.output<typeof OfferedBoard>;

/** The settings in a Hearback export. An import can replace the company's settings by them. */
export const OfferedSettings = z.object({
  /** The name of the exported company. */
  companyName: z.string(),
  hasLogo: z.boolean(),
  /** Why the logo cannot be imported; null if it can be imported or the export has no logo. */
  logoProblem: z.nullable(z.string()),
  /** Whether the run replaces the company's settings. */
  isChosen: z.boolean(),
});
