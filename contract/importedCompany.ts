import * as z from "zod/mini";

/**
 * A board of an export of Hearback, with the properties that the import gives to the board if it
 * creates the board.
 */
export const OfferedBoard = z.object({
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  isPrivate: z.boolean(),
});
export type OfferedBoard = z.output<typeof OfferedBoard>;

/**
 * The settings in an export of Hearback, with which an import can replace the company's settings.
 */
export const OfferedSettings = z.object({
  /** The name of the exported company. */
  companyName: z.string(),
  hasLogo: z.boolean(),
  /** Why the logo cannot be imported; null if it can be imported or the export has no logo. */
  logoProblem: z.nullable(z.string()),
  /** Whether the run replaces the company's settings. */
  isChosen: z.boolean(),
});
