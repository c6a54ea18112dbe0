import type { Page, QueryOf } from "#contract/endpoint.ts";
import type { FeedbackItem, feedbackApi } from "#contract/feedback.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { notSignedIn } from "#server/platform/http/httpError.ts";
import { decodePosition, isTimestamp, pageOf } from "#server/platform/http/keysetCursor.ts";
import { readListQuery } from "./listFeedbackPage.ts";
import { findUpdatesUntil, listUpdatedItems } from "./updatedItems.queries.ts";

const ORDER = "updated";

/**
 * Returns one page of the items that have changed since a time. A change that is committed later
 * than newer changes is not skipped: the list ends before it (`updates_until`).
 * @throws HttpError 400 for a cursor of another list, 401 for an anonymous visitor, whose reads
 * possibly come from a replica
 */
export async function listUpdatedItemsPage(
  db: TenantDb,
  visibility: Visibility,
  { cursor, ...query }: QueryOf<typeof feedbackApi.list> & { updatedSince: string },
): Promise<Page<FeedbackItem>> {
  if (visibility.viewerId === null) throw notSignedIn();
  const { limit, updatedSince } = query;
  const { shape, params } = readListQuery({ ...query, cursor: undefined }, visibility, limit);
  // The first page begins at the time itself.
  const start = { key: new Date(updatedSince).toISOString(), id: 0 };
  const after = cursor === undefined ? start : decodePosition(ORDER, cursor, isTimestamp);
  const counted = await db.first(findUpdatesUntil, { companyId: db.companyId });
  const { until = start.key } = counted ?? {};
  const { byBoard, byCategory, byStatus, byBoardCategory, canSeePrivate, rows } = shape;
  const items = await db.all(
    listUpdatedItems({ byBoard, byCategory, byStatus, byBoardCategory, canSeePrivate, rows }),
    { ...params, updatedSince: start.key, until, cursorKey: after.key, cursorId: after.id },
  );
  const page = pageOf(items, {
    limit,
    order: ORDER,
    total: items[0]?.total ?? 0,
    positionOf: ({ updatedAt, id }) => ({ key: updatedAt, id }),
  });
  return { ...page, updatedUntil: until };
}
