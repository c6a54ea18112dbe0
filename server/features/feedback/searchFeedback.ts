import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import type { Db, TenantDb } from "#server/platform/db/database.ts";
import { isCancelled } from "#server/platform/db/errors.ts";
import { createFairSemaphore } from "#server/platform/fairness/fairSemaphore.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { substringPattern } from "#server/platform/http/keysetCursor.ts";
import { countFeedback, isUncounted, listFeedback } from "./feedbackList.queries.ts";
import type { ListParams, ListShape, SearchWay } from "./listFilters.queries.ts";
import {
  countFurtherMatches,
  countScannedMatches,
  findListEnd,
  findMatches,
} from "./searchMatches.queries.ts";

/**
 * The total, and the rows of one page. If there is a next page, `rows` contains one additional row.
 */
export interface ItemsFound {
  rows: FeedbackItem[];
  total: number;
}

/**
 * Maximum number of milliseconds that the statements of one search can take together
 * (docs/product-decisions.md "Fairness between companies").
 */
const TIME_LIMIT_MS = 1_000;

/** Limits the concurrent searches of this process. One company never gets all three slots. */
const lane = createFairSemaphore<number>({
  width: 3,
  perKey: 2,
  perKeyWhileOthersWait: 1,
  mostWaiting: 60,
  longestWaitMs: 2_000,
});

/**
 * Returns one page of search results. This process runs at most two searches of a company at a
 * time.
 * @throws HttpError and OverloadError like `inSearchLane`
 */
export function searchFeedback(
  db: TenantDb,
  search: string,
  shape: ListShape,
  given: ListParams,
): Promise<ItemsFound> {
  return inSearchLane(db, (limited) => findItems(limited, search, shape, given));
}

/**
 * Runs a search with a database whose statements together can take at most one second.
 * @throws HttpError 503 if the search takes longer; OverloadError if the search waits too long for
 * a slot
 */
export function inSearchLane<T>(db: TenantDb, search: (limited: Db) => Promise<T>): Promise<T> {
  return lane(db.companyId, async () => {
    try {
      return await search(withTimeLimit(db));
    } catch (error) {
      if (isCancelled(error)) throw tooSlow();
      throw error;
    }
  });
}

/** Returns a database whose statements together can take at most `TIME_LIMIT_MS`. */
function withTimeLimit(db: Db): Db {
  const end = performance.now() + TIME_LIMIT_MS;
  const remaining = () => {
    const timeoutMs = Math.ceil(end - performance.now());
    if (timeoutMs <= 0) throw tooSlow();
    return { timeoutMs };
  };
  return {
    all: async (statement, params) => db.all(statement, params, remaining()),
    first: async (statement, params) => db.first(statement, params, remaining()),
  };
}

const tooSlow = () =>
  new HttpError(503, "This search takes too long. Please search for a longer or rarer text.", {
    headers: { "retry-after": "5" },
  });

/**
 * Returns one page of search results. The cost does not grow with the number of items. A narrow
 * search loads the few matches that the index finds. A broad search counts matches up to the limit
 * of totals, and scans items in the list's order, where the next match is usually close
 * (docs/decisions/0015-searches-in-parts.md).
 */
async function findItems(
  db: Db,
  search: string,
  shape: ListShape,
  given: ListParams,
): Promise<ItemsFound> {
  const pattern = substringPattern(search);
  const { sort, byBoard, byCategory, byStatus, byBoardCategory, canSeePrivate } = shape;
  const filters = { byBoard, byCategory, byStatus, byBoardCategory, canSeePrivate };
  const list = (bySearch: SearchWay, foundIds?: string) =>
    db.all(listFeedback({ ...shape, bySearch }), { ...given, pattern, foundIds });
  const isPage = (rows: FeedbackItem[]) => rows.length === shape.rows;
  if (isUncounted(shape)) {
    const rows = await list("far");
    const { byMine, state, rowFilters } = shape;
    const own = { byMine, state, rowFilters };
    const count = countFeedback({ ...filters, ...own, bySearch: "far" });
    const { total = 0 } = rows[0] ?? (await db.first(count, { ...given, pattern })) ?? {};
    return { rows, total: Math.min(SEARCH_COUNT_LIMIT, total) };
  }
  // A page that is not full is the last page, unless more matches lie beyond the scan limit.
  const isAll = async (rows: FeedbackItem[], within: "near" | "far") =>
    isPage(rows) || ((await db.first(findListEnd(within, shape), given))?.isEnd ?? false);
  const { found = 0, ids = null } =
    (await db.first(findMatches(filters), { ...given, pattern })) ?? {};
  if (found === null) {
    const near = await list("near");
    const rows = (await isAll(near, "near")) ? near : await list("far");
    // The first page is not full, so there are no more matches within the scan limit.
    if (!shape.afterCursor && !isPage(rows)) return { rows, total: rows.length };
    const counted = await db.first(countScannedMatches({ ...filters, sort }), {
      ...given,
      pattern,
    });
    return { rows, total: counted?.total ?? 0 };
  }
  if (ids !== null) return { rows: found === 0 ? [] : await list("ids", ids), total: found };
  const atMost = Math.max(0, SEARCH_COUNT_LIMIT - found);
  const [near, counted] = await Promise.all([
    list("near"),
    atMost === 0
      ? undefined
      : db.first(countFurtherMatches(filters), { ...given, pattern, atMost }),
  ]);
  const total = Math.min(SEARCH_COUNT_LIMIT, found + (counted?.more ?? 0));
  if (await isAll(near, "near")) return { rows: near, total };
  if (total === SEARCH_COUNT_LIMIT) {
    const far = await list("far");
    if (await isAll(far, "far")) return { rows: far, total };
  }
  return { rows: await list("index"), total };
}
