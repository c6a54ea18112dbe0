import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import type { Page, QueryOf } from "#contract/endpoint.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { pageFromEnd } from "#server/platform/http/pageFromEnd.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { listComments } from "./comments.queries.ts";

const { notFound: message } = commentsApi.list;

/**
 * Returns one page of an item's comments, oldest first. The next page contains earlier comments.
 * @throws HttpError 400 for a cursor of another list, 404 for an item that the viewer cannot see
 */
export async function listCommentsPage(
  context: RequestContext & { params: { id: number }; query: QueryOf<typeof commentsApi.list> },
): Promise<Page<Comment>> {
  const feedbackId = context.params.id;
  const asked = { order: "comments", ownerId: feedbackId, ...context.query };
  const page = await pageFromEnd<Comment>(asked, (rows, beforeId) => {
    const { db, visibility } = requireTenant(context, message);
    return db.all(listComments(rows), { ...visibility, feedbackId, beforeId });
  });
  if (!page) throw notFound(message);
  return page;
}
