import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import type { Page, QueryOf } from "#contract/endpoint.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { decodePosition, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { listComments } from "./comments.queries.ts";

const { notFound: message } = commentsApi.list;

/** A page is cut from one of these sizes, with one row more to know whether there is a next. */
const FETCH_SIZES = [21, 101];

const ORDER = "comments";

/**
 * One page of an item's comments, oldest first; the next page holds those before it.
 * @throws HttpError 400 for a cursor of another list, 404 for an item that is not to be seen
 */
export async function listCommentsPage(
  context: RequestContext & { params: { id: number }; query: QueryOf<typeof commentsApi.list> },
): Promise<Page<Comment>> {
  const { viewer, params, query } = context;
  const feedbackId = params.id;
  const { limit, cursor } = query;
  const ofThisItem = (key: string) => key === String(feedbackId);
  const beforeId =
    cursor === undefined ? Number.MAX_SAFE_INTEGER : decodePosition(ORDER, cursor, ofThisItem).id;
  const db = requireTenant(context, message);
  const place = { companyId: db.companyId, feedbackId };
  const visibility = {
    viewerId: viewer?.id ?? null,
    canSeePrivate: isAdminOf(viewer, db.companyId),
  };
  const size = FETCH_SIZES.find((rows) => rows > limit) ?? 101;
  const [item, rows] = await Promise.all([
    db.first(findFeedbackItem, { ...place, ...visibility }),
    db.all(listComments(size), { ...place, beforeId }),
  ]);
  if (!item) throw notFound(message);
  const page = pageOf(rows, {
    limit,
    order: ORDER,
    total: item.commentsCount,
    positionOf: ({ id }) => ({ key: String(feedbackId), id }),
  });
  return { ...page, items: page.items.toReversed() };
}
