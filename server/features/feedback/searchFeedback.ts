import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { substringPattern } from "#server/platform/http/keysetCursor.ts";
import type { ListParams, ListShape, SearchWay } from "./feedbackList.queries.ts";
import {
  countFound,
  countMore,
  findMatches,
  listEnds,
  listFeedback,
} from "./feedbackList.queries.ts";

/** Items of one page, one more than it holds where there is a next, and how many there are in all. */
export interface ItemsFound {
  rows: FeedbackItem[];
  total: number;
}

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
  const isPage = (rows: FeedbackItem[]) => rows.length === shape.rows;
  const { found = 0, ids = null } =
    (await db.first(findMatches(filters), { ...given, pattern })) ?? {};
  if (found === null) {
    const near = await list("near");
    const rows = isPage(near) ? near : await list("far");
    // From the first item on and not a page: that is all there is.
    if (!shape.afterCursor && !isPage(rows)) return { rows, total: rows.length };
    const counted = await db.first(countFound({ ...filters, sort }), { ...given, pattern });
    return { rows, total: counted?.total ?? 0 };
  }
  if (ids !== null) return { rows: found === 0 ? [] : await list("ids", ids), total: found };
  const atMost = Math.max(0, SEARCH_COUNT_LIMIT - found);
  const [near, counted] = await Promise.all([
    list("near"),
    atMost === 0 ? undefined : db.first(countMore(filters), { ...given, pattern, atMost }),
  ]);
  const total = Math.min(SEARCH_COUNT_LIMIT, found + (counted?.more ?? 0));
  // Short of a page: it is the last one, or whatever there is more of lies further on.
  const isAll = async (rows: FeedbackItem[], within: "near" | "far") =>
    isPage(rows) || ((await db.first(listEnds(within, shape), given))?.isEnd ?? false);
  if (await isAll(near, "near")) return { rows: near, total };
  if (total === SEARCH_COUNT_LIMIT) {
    const far = await list("far");
    if (await isAll(far, "far")) return { rows: far, total };
  }
  return { rows: await list("index"), total };
}
