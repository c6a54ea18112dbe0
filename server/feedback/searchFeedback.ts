import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackWords.ts";
import type { TenantDb } from "#server/db/database.ts";
import { substringPattern } from "#server/http/keysetCursor.ts";
import type { ListParams, ListShape, SearchWay } from "./feedbackList.queries.ts";
import { countFound, countMore, findMatches, listFeedback } from "./feedbackList.queries.ts";

/** Items of one page, one more than it holds where there is a next, and how many there are in all. */
export interface ItemsFound {
  rows: FeedbackItem[];
  total: number;
}

/** What of a text the trigram index can look up: three letters or digits in a row, or fewer where a word's end stands beside them. */
const INDEXED = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/**
 * One page of what a search finds. What it reads does not grow with what there is: a narrow search takes the few that the index finds;
 * a broad one is counted as far as totals go and looks along the list's order, in which the next match is seldom far
 * (docs/decisions/0015-searches-in-parts.md).
 */
export async function searchFeedback(
  db: TenantDb,
  search: string,
  shape: ListShape,
  given: ListParams,
): Promise<ItemsFound> {
  const pattern = substringPattern(search);
  const { sort, byBoard, byCategory, byStatus, byBoardCategory, canSeePrivate } = shape;
  const filters = { byBoard, byCategory, byStatus, byBoardCategory, canSeePrivate };
  const list = (bySearch: SearchWay, foundIds?: string) =>
    db.all(listFeedback({ ...shape, bySearch }), { ...given, pattern, foundIds });
  if (!INDEXED.test(search)) {
    const listShort = async () => {
      const near = await list("near");
      return near.length === shape.rows ? near : list("far");
    };
    const [rows, counted] = await Promise.all([
      listShort(),
      db.first(countFound({ ...filters, sort }), { ...given, pattern }),
    ]);
    return { rows, total: counted?.total ?? 0 };
  }
  const { found = 0, ids = null } = (await db.first(findMatches(filters), { ...given, pattern })) ?? {};
  if (ids !== null) return { rows: found === 0 ? [] : await list("ids", ids), total: found };
  const atMost = Math.max(0, SEARCH_COUNT_LIMIT - found);
  const [near, counted] = await Promise.all([
    list("near"),
    atMost === 0 ? undefined : db.first(countMore(filters), { ...given, pattern, atMost }),
  ]);
  const total = Math.min(SEARCH_COUNT_LIMIT, found + (counted?.more ?? 0));
  if (near.length === shape.rows) return { rows: near, total };
  // Short of a page: whatever there is more of lies further on.
  const far = total < SEARCH_COUNT_LIMIT ? [] : await list("far");
  return { rows: far.length === shape.rows ? far : await list("index"), total };
}
