import { CSV_LIMIT } from "#contract/feedbackCsv.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { ListParams } from "./listFilters.queries.ts";
import { orderOf } from "./listFilters.queries.ts";
import type { SourceShape } from "./listedItems.queries.ts";
import type { ScanLimit } from "./searchedItems.queries.ts";
import { foundSource, SCAN_LIMITS, scannedIds, scannedItems } from "./searchedItems.queries.ts";

/**
 * Returns whether the remaining items of the list are within the scan limit. If they are, the scan
 * misses no match.
 */
export const findListEnd = statementByShape((within: ScanLimit, shape: SourceShape) =>
  statement<ListParams, { isEnd: boolean }>(
    "find_list_end",
    (p) => sql`
      select count(*) < ${sql.lit(SCAN_LIMITS[within])} as is_end
      from ${scannedItems(within, shape, p)} f
    `,
  ),
);

/**
 * Returns the ids of the matches in the list's order, up to `CSV_LIMIT`. If nothing is found, there
 * can be one row without an id.
 */
export const listMatchingIds = statementByShape((way: "found" | "scan", shape: SourceShape) =>
  statement<ListParams, { id: number | null; isBroad: boolean | null }>(
    "list_matching_ids",
    (p) => {
      const all = { ...shape, rows: CSV_LIMIT, afterCursor: false, bySearch: undefined };
      const source =
        way === "found" ? foundSource("whole", all, p) : sql`(${scannedIds(all, p)}) f`;
      const isBroad = way === "found" ? sql`f.is_broad` : sql`true`;
      return sql`
      select f.id, ${isBroad} as is_broad from ${source}
      order by ${orderOf(shape)} limit ${sql.lit(CSV_LIMIT)}
    `;
    },
  ),
);
