import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackWords.ts";
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

/** From so many of the sample on that fit the list's filters, it is worth looking along the list's order. */
const OFTEN = 20;

/**
 * One page of what a search finds. What it reads does not grow with what there is: a narrow search takes the few that the index finds;
 * a broad one looks along the list's order, in which the next match is seldom far (docs/decisions/0012-bounded-reads.md).
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
  const listAlong = async () => {
    const near = await list("near");
    return near.length === shape.rows ? near : list("far");
  };
  if (!INDEXED.test(search)) {
    const [rows, total] = await Promise.all([listAlong(), count("far")]);
    return { rows, total };
  }
  const foundIds = (await db.all(sampleFound, { pattern })).map(({ id }) => id);
  if (foundIds.length === 0) return { rows: [], total: 0 };
  if (foundIds.length < SAMPLE_SIZE) {
    const [rows, total] = await Promise.all([list("ids", foundIds), count("ids", foundIds)]);
    return { rows, total };
  }
  const [near, fitting] = await Promise.all([list("near"), count("ids", foundIds)]);
  const listBroad = async () => {
    if (near.length === shape.rows) return near;
    const rows = fitting >= OFTEN ? await list("far") : [];
    // Short of a page: whatever there is more of lies further on.
    return rows.length === shape.rows ? rows : list("index");
  };
  const [rows, total] = await Promise.all([
    listBroad(),
    fitting >= SEARCH_COUNT_LIMIT ? fitting : count("index"),
  ]);
  return { rows, total };
}
