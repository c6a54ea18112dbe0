import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import type { Page, QueryOf } from "#contract/endpoint.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { decodePosition, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { listComments } from "./comments.queries.ts";

const { notFound: message } = commentsApi.list;

/**
 * Numbers of rows that are fetched: the smallest that holds the page and one row more, which shows
 * whether there is a next page.
 */
const FETCH_SIZES = [21, 101];

const ORDER = "comments";

/**
 * One page of an item's comments, oldest first; the next page holds earlier comments.
 * @throws HttpError 400 for a cursor of another list, 404 for an item that the viewer may not see
 */
export async function listCommentsPage(
  context: RequestContext & { params: { id: number }; query: QueryOf<typeof commentsApi.list> },
): Promise<Page<Comment>> {
  const { params, query } = context;
  const feedbackId = params.id;
  const { limit, cursor } = query;
  const ofThisItem = (key: string) => key === String(feedbackId);
  const beforeId =
    cursor === undefined ? Number.MAX_SAFE_INTEGER : decodePosition(ORDER, cursor, ofThisItem).id;
  const { db, visibility } = requireTenant(context, message);
  const size = FETCH_SIZES.find((rows) => rows > limit) ?? 101;
  const rows = await db.all(listComments(size), { ...visibility, feedbackId, beforeId });
  const [first] = rows;
  if (!first) throw notFound(message);
  const comments = rows.filter((row) => row.id !== null);
  const page = pageOf(comments, {
    limit,
    order: ORDER,
    total: first.commentsCount,
    positionOf: ({ id }) => ({ key: String(feedbackId), id }),
  });
  return { ...page, items: page.items.toReversed() };
}
