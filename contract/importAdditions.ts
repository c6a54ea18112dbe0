import * as z from "zod/mini";

/**
 * An imported item that has received votes or comments since its import, with the numbers of these
 * votes and comments. An undo of the import deletes these votes and comments with the item.
 */
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
  /** The first 20 of the items to which votes or comments were added. */
  examples: z.array(addition),
});
export type ImportAdditions = z.output<typeof ImportAdditions>;
