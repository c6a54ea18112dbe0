import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { substringPattern } from "#server/platform/http/keysetCursor.ts";
import type { ListParams, ListShape, SearchWay } from "./feedbackList.queries.ts";
import {
  countScannedMatches,
  countFurtherMatches,
  findMatches,
  findListEnd,
  listFeedback,
} from "./feedbackList.queries.ts";

/** The rows of one page, one more if there is a next page, and the total. */
export interface ItemsFound {
  rows: FeedbackItem[];
  total: number;
}

/**
 * One page of search results. Its cost does not grow with the number of items. A narrow search
 * loads the few matches that the index finds. A broad search counts matches up to the limit of
 * totals, and scans items in the list's order, where the next match is usually close
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
    // The first page is not full, so there are no further matches.
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
  // If the page is not full, either it is the last one or further matches lie beyond the scan
  // limit.
  const isAll = async (rows: FeedbackItem[], within: "near" | "far") =>
    isPage(rows) || ((await db.first(findListEnd(within, shape), given))?.isEnd ?? false);
  if (await isAll(near, "near")) return { rows: near, total };
  if (total === SEARCH_COUNT_LIMIT) {
    const far = await list("far");
    if (await isAll(far, "far")) return { rows: far, total };
  }
  return { rows: await list("index"), total };
}
