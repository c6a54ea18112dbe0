import { sql } from "#server/platform/db/sql.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { CountShape, FilterParams, ListParams, ListShape } from "./listFilters.queries.ts";
import { searchArguments } from "./listFilters.queries.ts";
import type { ScanLimit, SourceShape } from "./listedItems.queries.ts";
import { listSource, SCAN_LIMITS, scannedItems } from "./listedItems.queries.ts";

interface Matches {
  /** The number of matches found; null if the index cannot search for this text. */
  found: number | null;
  /** The ids of the matches as a PostgreSQL array literal; null if the ids are not complete. */
  ids: string | null;
}

/**
 * Returns matches from the index that pass the list's filters, in no particular order. A narrow
 * search returns all matches, a broad search returns some of them.
 */
export const findMatches = statementByShape((shape: CountShape) =>
  statement<FilterParams, Matches>(
    "find_matches",
    (p) => sql`
      select cardinality(ids) as found,
        case when not is_broad and cardinality(ids) < ${sql.lit(SEARCH_COUNT_LIMIT)}
          then ids::text end as ids
      from find_feedback(${searchArguments(shape, p)})
    `,
  ),
);

/** Counts the matches of a broad search that `findMatches` did not return, up to `atMost`. */
export const countFurtherMatches = statementByShape((shape: CountShape) =>
  statement<FilterParams & { atMost: number }, { more: number }>(
    "count_further_matches",
    (p) => sql`select count_more_feedback(${searchArguments(shape, p)}, ${p.atMost}) as more`,
  ),
);

/**
 * The part of a list's shape that is the same for all scans of `countScannedMatches`: open items,
 * without row filters.
 */
const UNFILTERED = {
  state: "open",
  rowFilters: {},
  afterCursor: false,
  rows: SEARCH_COUNT_LIMIT,
} as const;

type CountFoundShape = CountShape & Pick<ListShape, "sort">;

/**
 * Counts up to `SEARCH_COUNT_LIMIT` matches of a short search within its scan limit. Matches before
 * the cursor are included.
 */
export const countScannedMatches = statementByShape((shape: CountFoundShape) =>
  statement<ListParams, { total: number }>(
    "count_scanned_matches",
    (p) => sql`
      select count(*) as total from (
        select from ${listSource({ ...UNFILTERED, ...shape, bySearch: "far" }, p)}
        limit ${sql.lit(SEARCH_COUNT_LIMIT)}
      ) found
    `,
  ),
);

/**
 * Returns whether the remaining items of the list are within the scan limit. If they are, the scan
 * misses no match.
 */
export const findListEnd = statementByShape(
  (within: ScanLimit, shape: Omit<SourceShape, "bySearch">) =>
    statement<ListParams, { isEnd: boolean }>(
      "find_list_end",
      (p) => sql`
        select count(*) < ${sql.lit(SCAN_LIMITS[within])} as is_end
        from ${scannedItems(within, { ...shape, bySearch: within }, p)} f
      `,
    ),
);
