import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FeedbackQuery } from "#contract/feedbackQuery.ts";
import { searchWords } from "#contract/searchWords.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { notSignedIn } from "#server/platform/http/httpError.ts";
import type { Position } from "#server/platform/http/keysetCursor.ts";
import { decodePosition, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { countFeedback, listFeedback } from "./feedbackList.queries.ts";
import type { ListParams, ListSort } from "./listFilters.queries.ts";
import { LIST_ORDERS, rowFiltersOf } from "./listFilters.queries.ts";
import type { AskedList, ItemsFound } from "./searchFeedback.ts";
import { searchFeedback } from "./searchFeedback.ts";
import { searchPatterns } from "./searchPatterns.ts";

/**
 * The possible numbers of rows to fetch. A page uses the smallest size that includes one additional
 * row, which shows whether there is a next page.
 */
const FETCH_SIZES = [21, 51, 101];

type Query = Omit<FeedbackQuery, "limit">;

/**
 * The order of a list. Only searches know a best match, and only columns of the roadmap have its
 * order; other lists are then ordered by votes.
 */
function sortOf({ sort, search = "", status, mine }: Query): ListSort {
  const isSearch = searchWords(search).words.length > 0;
  if (sort === "match") return isSearch ? sort : "votes";
  const isColumn = status?.length === 1 && !isSearch && mine === undefined;
  return sort === "roadmap" && !isColumn ? "votes" : sort;
}

/**
 * Checks the parts of a list's query that the schema of the query cannot check, and returns the
 * position that the cursor contains.
 * @throws HttpError 400 for an invalid cursor, 401 for an anonymous request for the viewer's own
 * items
 */
export function checkListQuery(query: Query, { viewerId }: Visibility): Position | undefined {
  const { mine, cursor } = query;
  if (mine !== undefined && viewerId === null) throw notSignedIn();
  if (cursor === undefined) return undefined;
  const sort = sortOf(query);
  return decodePosition(sort, cursor, LIST_ORDERS[sort].isKey);
}

function assigneeIdOf({ assigneeId }: Query, { viewerId }: Visibility): number | undefined {
  if (assigneeId === "me") return viewerId ?? undefined;
  return assigneeId === "none" ? undefined : assigneeId;
}

const oneOrSeveral = (values: readonly unknown[] | undefined): "one" | "several" | undefined =>
  values && (values.length === 1 ? "one" : "several");

/** Returns the conditions of a list or search and their values. */
export function readListQuery(query: Query, visibility: Visibility, limit: number): AskedList {
  const position = checkListQuery(query, visibility);
  const { words, isCut } = searchWords(query.search ?? "");
  const shape = {
    byBoard: oneOrSeveral(query.boardId),
    byCategory: query.category !== undefined,
    byStatus: oneOrSeveral(query.status),
    byBoardCategory: query.boardCategoryId !== undefined,
    byMine: query.mine,
    state: query.state,
    rowFilters: rowFiltersOf(query, visibility),
    canSeePrivate: visibility.canSeePrivate,
    sort: sortOf(query),
    rows: FETCH_SIZES.find((size) => size > limit) ?? 101,
    bySearch: undefined,
    afterCursor: position !== undefined,
    signedIn: visibility.viewerId !== null,
    withNotes: query.status?.join() === "complete",
  };
  const params: ListParams = {
    ...query,
    ...visibility,
    boardId: query.boardId?.join(),
    status: query.status?.join(),
    assigneeId: assigneeIdOf(query, visibility),
    cursorKey: position?.key,
    cursorId: position?.id,
    ...(words.length > 0 && searchPatterns(words)),
  };
  return { isSearch: words.length > 0, isSearchCut: isCut, shape, params };
}

/**
 * Returns one page of the items that the viewer can see, and their total.
 * @param isAbandoned whether the client has closed the connection
 */
export async function listFeedbackPage(
  db: TenantDb,
  visibility: Visibility,
  query: FeedbackQuery,
  isAbandoned?: () => boolean,
): Promise<Page<FeedbackItem>> {
  const { limit } = query;
  const asked = readListQuery(query, visibility, limit);
  const { shape } = asked;
  const { rows, total } = asked.isSearch
    ? await searchFeedback(db, asked, isAbandoned)
    : await list(db, asked);
  const page = pageOf(rows, {
    limit,
    order: shape.sort,
    total,
    positionOf: (item) => ({ key: LIST_ORDERS[shape.sort].keyOf(item), id: item.id }),
  });
  return asked.isSearchCut ? { ...page, isSearchCut: true } : page;
}

async function list(db: TenantDb, { shape, params }: AskedList): Promise<ItemsFound> {
  const rows = await db.all(listFeedback(shape), params);
  const counted =
    rows[0] ?? (shape.afterCursor ? await db.first(countFeedback(shape), params) : undefined);
  return { rows, total: counted?.total ?? 0 };
}
