import * as z from "zod/mini";

/** A board in an export of Hearback, as it can be created here. */
export const OfferedBoard = z.object({
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  isPrivate: z.boolean(),
});
export type OfferedBoard = z.output<typeof OfferedBoard>;

/** The settings in an export of Hearback, which an import can take over. */
export const OfferedSettings = z.object({
  /** The name of the exported company. */
  companyName: z.string(),
  hasLogo: z.boolean(),
  /** Why the logo cannot be taken over; null if it can, or if there is none. */
  logoProblem: z.nullable(z.string()),
  /** Whether the run takes the settings over. */
  isChosen: z.boolean(),
});
