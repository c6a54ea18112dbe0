import * as z from "zod/mini";

/* The fields that the import reads from Canny's records. Other fields are dropped. */

const optionalText = z.nullish(z.string());

const User = z.object({ name: optionalText, email: optionalText });
const optionalUser = z.nullish(User);
export type CannyUser = z.output<typeof optionalUser>;

const Reference = z.object({ id: z.string() });
const Named = z.object({ name: z.string() });

export const CannyBoard = z.object({
  id: z.string(),
  name: z.string(),
  isPrivate: z.nullish(z.boolean()),
  /** Whether only the team and a comment's author can read the comments of the board. */
  privateComments: z.nullish(z.boolean()),
});
export type CannyBoard = z.output<typeof CannyBoard>;

export const CannyPost = z.object({
  id: z.string(),
  title: optionalText,
  details: optionalText,
  author: optionalUser,
  board: z.nullish(Reference),
  category: z.nullish(Named),
  tags: z.nullish(z.array(Named)),
  score: z.nullish(z.number()),
  status: optionalText,
  created: optionalText,
  url: optionalText,
  /** Posts that were merged into this post. Canny's list of posts omits merged posts. */
  mergeHistory: z.nullish(z.array(z.unknown())),
});
export type CannyPost = z.output<typeof CannyPost>;

/** An entry of `mergeHistory`. */
export const CannyMerge = z.object({
  created: optionalText,
  post: z.object({
    id: z.string(),
    title: optionalText,
    details: optionalText,
    created: optionalText,
  }),
});

export const CannyVote = z.object({
  created: optionalText,
  post: Reference,
  voter: optionalUser,
});

export const CannyComment = z.object({
  id: z.string(),
  value: optionalText,
  created: optionalText,
  author: optionalUser,
  board: z.nullish(Reference),
  post: Reference,
  /**
   * In Canny, only the team can read an internal comment. Only the team and the author can read a
   * private comment.
   */
  internal: z.nullish(z.boolean()),
  private: z.nullish(z.boolean()),
});
export type CannyComment = z.output<typeof CannyComment>;

export const CannyStatusChange = z.object({
  id: z.string(),
  status: z.string(),
  created: z.string(),
  changer: optionalUser,
  changeComment: z.nullish(z.object({ value: optionalText })),
  post: Reference,
});
export type CannyStatusChange = z.output<typeof CannyStatusChange>;

/**
 * Returns the path of a post's public page. `url` is the URL of the post in Canny's admin pages.
 */
export function pathOf({ url }: CannyPost): string | null {
  const [, board, post] = /\/([^/?#]+)\/p\/([^/?#]+)/.exec(url ?? "") ?? [];
  return board !== undefined && post !== undefined ? `/${board}/p/${post}` : null;
}
