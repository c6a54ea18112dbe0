import * as z from "zod/mini";

/** An item of an import that has got votes, comments or merged items since, which an undo deletes. */
const addition = z.object({
  id: z.number(),
  title: z.string(),
  votes: z.number(),
  comments: z.number(),
});

/** What people have added to the items that an import has created. */
export const ImportAdditions = z.object({
  items: z.number(),
  votes: z.number(),
  comments: z.number(),
  /** The first 20 of these items. */
  examples: z.array(addition),
});
export type ImportAdditions = z.output<typeof ImportAdditions>;
