import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idBody, idParam, pageCursor, pageLimit, timestamp } from "./fields.ts";

/** A post that is disowned or taken back. Without `commentId`, this is the item. */
export const DisownedPost = z.object({ commentId: z.optional(idBody) });

/** An item or comment that an import has written under the user's name. */
export const ImportedPost = z.object({
  feedbackId: z.number(),
  /** The comment; null if the post is the item. */
  commentId: z.nullable(z.number()),
  /** The title of the item. */
  title: z.string(),
  /** The beginning of the comment, or of the item's description. */
  excerpt: z.string(),
  createdAt: timestamp,
});
export type ImportedPost = z.output<typeof ImportedPost>;

export const importedPostsApi = {
  list: endpoint({
    operationId: "listOwnImportedPosts",
    method: "GET",
    path: "/api/user/imported-posts",
    summary:
      "The company's items and comments that imports have written under the signed-in user's name, newest first.",
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(ImportedPost),
    status: 200,
    paged: true,
  }),
  disown: endpoint({
    operationId: "disownImported",
    method: "POST",
    path: "/api/feedback/:id/disown",
    summary:
      "Takes the signed-in user's account off an item or comment that an import has written under the user's name. The post then shows the name that the import gave, without the account.",
    params: z.object({ id: idParam }),
    body: DisownedPost,
    response: z.undefined(),
    status: 204,
    notFound: "No import has written this under your name",
  }),
  takeBack: endpoint({
    operationId: "takeBackDisowned",
    method: "DELETE",
    path: "/api/feedback/:id/disown",
    summary:
      "Puts an item or comment that the signed-in user has disowned under the user's name again. Without `commentId`, this is the item.",
    params: z.object({ id: idParam }),
    body: DisownedPost,
    response: z.undefined(),
    status: 204,
    notFound: "You have not disowned this",
  }),
} as const;

export const importedPostsExamples: ExamplesOf<typeof importedPostsApi> = {
  listOwnImportedPosts: {
    response: [
      {
        feedbackId: 118,
        commentId: 7,
        title: "Dark mode",
        excerpt: "I work at night, and the white page blinds me.",
        createdAt: "2024-03-02T09:15:00.000Z",
      },
    ],
  },
  disownImported: { params: { id: 118 }, body: { commentId: 7 } },
  takeBackDisowned: { params: { id: 118 }, body: { commentId: 7 } },
};
