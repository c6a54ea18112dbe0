import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idBody, idParam } from "./fields.ts";

/** The body of POST /api/feedback/{id}/disown. Without `commentId`, the item is disowned. */
export const DisownedPost = z.object({ commentId: z.optional(idBody) });

export const importedPostsApi = {
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
} as const;

export const importedPostsExamples: ExamplesOf<typeof importedPostsApi> = {
  disownImported: { params: { id: 118 }, body: { commentId: 7 } },
};
