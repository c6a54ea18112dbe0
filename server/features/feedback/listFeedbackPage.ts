import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FeedbackQuery } from "#contract/feedbackQuery.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { notSignedIn } from "#server/platform/http/httpError.ts";
import type { Position } from "#server/platform/http/keysetCursor.ts";
import { decodePosition, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { countFeedback, listFeedback } from "./feedbackList.queries.ts";
import type { ListParams } from "./listFilters.queries.ts";
import { LIST_ORDERS, rowFiltersOf } from "./listFilters.queries.ts";
import type { ItemsFound } from "./searchFeedback.ts";
import { searchFeedback } from "./searchFeedback.ts";

/**
 * The possible numbers of rows to fetch. A page uses the smallest size that includes one additional
 * row, which shows whether there is a next page.
 */
const FETCH_SIZES = [21, 51, 101];

/**
 * Checks the parts of a list's query that the schema of the query cannot check, and returns the
 * position that the cursor contains.
 * @throws HttpError 400 for an invalid cursor, 401 for an anonymous request for the viewer's own
 * items
 */
export function checkListQuery(
  { mine, sort, cursor }: FeedbackQuery,
  { viewerId }: Visibility,
): Position | undefined {
  if (mine !== undefined && viewerId === null) throw notSignedIn();
  return cursor === undefined ? undefined : decodePosition(sort, cursor, LIST_ORDERS[sort].isKey);
}

function assigneeIdOf({ assigneeId }: FeedbackQuery, { viewerId }: Visibility): number | undefined {
  if (assigneeId === "me") return viewerId ?? undefined;
  return assigneeId === "none" ? undefined : assigneeId;
}

/** Returns one page of the items that the viewer can see, and their total. */
export async function listFeedbackPage(
  db: TenantDb,
  visibility: Visibility,
  query: FeedbackQuery,
): Promise<Page<FeedbackItem>> {
  const position = checkListQuery(query, visibility);
  const filters = {
    byBoard: query.boardId !== undefined,
    byCategory: query.category !== undefined,
    byStatus: query.status && (query.status.length === 1 ? ("one" as const) : ("several" as const)),
    byBoardCategory: query.boardCategoryId !== undefined,
    byMine: query.mine,
    state: query.state,
    rowFilters: rowFiltersOf(query, visibility),
    canSeePrivate: visibility.canSeePrivate,
  };
  const shape = {
    ...filters,
    sort: query.sort,
    rows: FETCH_SIZES.find((size) => size > query.limit) ?? 101,
    bySearch: undefined,
    afterCursor: position !== undefined,
    signedIn: visibility.viewerId !== null,
    withNotes: query.status?.join() === "complete",
  };
  const params: ListParams = {
    ...query,
    ...visibility,
    status: query.status?.join(),
    assigneeId: assigneeIdOf(query, visibility),
    cursorKey: position?.key,
    cursorId: position?.id,
  };
  const list = async (): Promise<ItemsFound> => {
    const rows = await db.all(listFeedback(shape), params);
    const count = countFeedback({ ...filters, bySearch: undefined });
    const counted = rows[0] ?? (position && (await db.first(count, params)));
    return { rows, total: counted?.total ?? 0 };
  };
  const { rows, total } =
    query.search === undefined
      ? await list()
      : await searchFeedback(db, query.search, shape, params);
  return pageOf(rows, {
    limit: query.limit,
    order: query.sort,
    total,
    positionOf: (item) => ({ key: LIST_ORDERS[query.sort].keyOf(item), id: item.id }),
  });
}
