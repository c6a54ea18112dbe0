import type { Comment, commentsApi } from "#contract/comments.ts";
import type { Page } from "#contract/endpoint.ts";
import { pageFromEnd } from "#server/platform/http/pageFromEnd.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listComments } from "./comments.queries.ts";

/**
 * Returns one page of an item's comments, oldest first. The next page contains earlier comments.
 * @throws HttpError 400 for a cursor of another list, 404 for an item that the viewer cannot see
 */
export async function listCommentsPage(
  context: Handled<typeof commentsApi.list>,
): Promise<Page<Comment>> {
  const feedbackId = context.params.id;
  const asked = { order: "comments", ownerId: feedbackId, ...context.query };
  const page = await pageFromEnd<Comment>(asked, (rows, beforeId) => {
    const { db, visibility } = context;
    // The cursor is checked before, so this is not left to the guard.
    if (!db || !visibility) throw context.notFound();
    return db.all(listComments(rows), { ...visibility, feedbackId, beforeId });
  });
  if (!page) throw context.notFound();
  return page;
}
