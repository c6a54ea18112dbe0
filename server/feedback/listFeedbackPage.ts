import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem, FeedbackQuery } from "#contract/feedback.ts";
import type { TenantDb } from "#server/db/database.ts";
import type { Viewer } from "#server/users/users.policy.ts";
import { isAdminOf } from "#server/users/users.policy.ts";
import { countFeedback, countFound, listFeedback } from "./feedbackList.queries.ts";
import { decodeCursor, encodeCursor } from "./pageCursor.ts";

/** A page is cut from one of these sizes, with one row more to know whether there is a next. */
const FETCH_SIZES = [21, 51, 101];

/** One page of the items that the viewer may see, and how many there are in all. */
export async function listFeedbackPage(
  db: TenantDb,
  viewer: Viewer,
  query: FeedbackQuery,
): Promise<Page<FeedbackItem>> {
  const { companyId } = db;
  const canSeePrivate = isAdminOf(viewer, companyId);
  const position = query.cursor === undefined ? undefined : decodeCursor(query.sort, query.cursor);
  const filters = {
    byBoard: query.boardId !== undefined,
    byCategory: query.category !== undefined,
    byStatus: query.status !== undefined,
    byBoardCategory: query.boardCategoryId !== undefined,
    canSeePrivate,
  };
  const shape = {
    ...filters,
    sort: query.sort,
    rows: FETCH_SIZES.find((size) => size > query.limit) ?? 101,
    bySearch: query.search !== undefined,
    afterCursor: position !== undefined,
    signedIn: viewer !== null,
  };
  const params = {
    ...query,
    companyId,
    canSeePrivate,
    viewerId: viewer?.id ?? null,
    pattern: query.search === undefined ? undefined : substringPattern(query.search),
    cursorKey: position?.key,
    cursorId: position?.id,
  };
  const [rows, counted] = await Promise.all([
    db.all(listFeedback(shape), params),
    shape.bySearch
      ? db.first(countFound({ ...filters, bySearch: true }), params)
      : db.first(countFeedback(filters), params),
  ]);
  const items = rows.slice(0, query.limit);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  const keyOf = (item: FeedbackItem) => (query.sort === "votes" ? String(item.votes) : item.createdAt);
  return {
    items,
    nextCursor: last ? encodeCursor(query.sort, { key: keyOf(last), id: last.id }) : null,
    total: counted?.total ?? 0,
  };
}

/** `%` and `_` mean themselves (DECISIONS "Feedback"). */
function substringPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
