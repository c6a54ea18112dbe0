import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedback.ts";
import type { TenantDb } from "#server/db/database.ts";
import { substringPattern } from "#server/http/keysetCursor.ts";
import type { ListParams, ListShape, SearchWay } from "./feedbackList.queries.ts";
import { SAMPLE_SIZE, countFound, listFeedback, sampleFound } from "./feedbackList.queries.ts";

/** Items of one page, one more than it holds where there is a next, and how many there are in all. */
export interface ItemsFound {
  rows: FeedbackItem[];
  total: number;
}

/** What of a text the trigram index can look up: three letters or digits in a row, or fewer where a word's end stands beside them. */
const INDEXED = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/**
 * One page of what a search finds. What it reads does not grow with what there is: a narrow search takes the few that the index finds;
 * a broad one looks along the list's order, in which the next match is never far (docs/decisions/0010-search-that-stays-bounded.md).
 */
export async function searchFeedback(
  db: TenantDb,
  search: string,
  shape: ListShape,
  given: ListParams,
): Promise<ItemsFound> {
  const pattern = substringPattern(search);
  const list = (bySearch: SearchWay, foundIds?: readonly number[]) =>
    db.all(listFeedback({ ...shape, bySearch }), { ...given, pattern, foundIds });
  const count = async (bySearch: SearchWay, foundIds?: readonly number[]) =>
    (await db.first(countFound({ ...shape, bySearch }), { ...given, pattern, foundIds }))?.total ?? 0;
  const both = async (bySearch: SearchWay, foundIds?: readonly number[]): Promise<ItemsFound> => {
    const [rows, total] = await Promise.all([list(bySearch, foundIds), count(bySearch, foundIds)]);
    return { rows, total };
  };
  if (!INDEXED.test(search)) return both("head");
  const foundIds = (await db.all(sampleFound, { pattern })).map(({ id }) => id);
  if (foundIds.length === 0) return { rows: [], total: 0 };
  if (foundIds.length < SAMPLE_SIZE) return both("ids", foundIds);
  // Enough of the sample fit the filters: then a match is never far in the list's order, and the count has reached its limit.
  if ((await count("ids", foundIds)) >= SEARCH_COUNT_LIMIT) {
    return { rows: await list("words"), total: SEARCH_COUNT_LIMIT };
  }
  return both("index");
}
