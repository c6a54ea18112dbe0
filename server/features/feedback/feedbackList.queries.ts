import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { PAGE_BYTES } from "#server/platform/http/keysetCursor.ts";
import { formatOf, sourceOf } from "./sourceOf.queries.ts";
import { itemColumnsFor, shortItemColumns } from "./itemColumns.queries.ts";
import type { CountShape, FilterParams, ListParams, ListShape } from "./listFilters.queries.ts";
import { hasRowFilter, LIST_ORDERS, listConditions, orderOf } from "./listFilters.queries.ts";
import { listSource } from "./listedItems.queries.ts";
import { searchSource } from "./searchedItems.queries.ts";
import { viewersPartOf, visitorsPart } from "./viewersPart.queries.ts";

type ListCountShape = CountShape & Counted;

/** The parts of a list's shape that decide how its items are counted. */
type Counted = Pick<ListShape, "byMine" | "state" | "rowFilters">;

/**
 * Returns the total as the sum of stored counters. The cost does not depend on the number of items.
 */
const countStored = (shape: CountShape, p: Required<FilterParams>) =>
  sql`select coalesce(sum(f.items), 0) as total from feedback_counter f where ${listConditions(shape, p)}`;

/**
 * Whether the items must be counted row by row, because the stored counters do not cover the list's
 * filters.
 */
export const isUncounted = (shape: Counted) =>
  shape.byMine !== undefined || shape.state === "closed" || hasRowFilter(shape);

/** Whether at most `SEARCH_COUNT_LIMIT` items of a list are counted. */
export const isCountLimited = (shape: Counted) => isUncounted(shape) && !shape.byMine;

/**
 * Returns the total of a list. If the stored counters do not cover the list's filters, the items
 * are counted row by row, up to `SEARCH_COUNT_LIMIT`. The viewer's own items are counted without a
 * limit.
 */
function countListed(shape: ListCountShape, p: Required<ListParams>) {
  if (!isUncounted(shape)) return countStored(shape, p);
  const items = listSource(
    {
      ...shape,
      sort: "votes",
      bySearch: undefined,
      afterCursor: false,
      rows: SEARCH_COUNT_LIMIT,
    },
    p,
  );
  // Most items have no assignee. With this order, PostgreSQL reads these items by an index.
  const order =
    shape.rowFilters.assigneeId === "none" ? sql`order by f.votes desc, f.id desc` : sql``;
  return shape.byMine
    ? sql`select count(*) as total from ${items}`
    : sql`select count(*) as total from (
        select from ${items} ${order} limit ${sql.lit(SEARCH_COUNT_LIMIT)}
      ) counted`;
}

/** An item of a list. */
export interface ListedItem extends FeedbackItem {
  /** The total of the list, unless the page continues a broad search. */
  total?: number;
  /** The keys of the order, if it has a column of its own. */
  matchRank?: number;
  trend?: number;
  place?: number;
  /**
   * Whether a search with `found` has more matches than the index has returned; null if the index
   * cannot look its words up.
   */
  isBroad?: boolean | null;
}

/** The columns of a list or search besides those of the item and the total of a list. */
function extraColumns({ bySearch, sort }: ListShape): Sql {
  const columns =
    bySearch === "found" || bySearch === "scan" ? [sql`f.total`, sql`f.is_broad`] : [];
  const { column, isOwnColumn } = LIST_ORDERS[sort];
  const all = isOwnColumn ? [...columns, column] : columns;
  return sql.join(
    all.map((each) => sql`, ${each}`),
    sql``,
  );
}

/**
 * For a page of up to this many rows, all descriptions are read: at most 840 kB. For so few rows,
 * summing the lengths of the descriptions would add two thirds to the statement's time.
 */
const UNMEASURED_ROWS = 21;

/**
 * Returns one page by keyset pagination, ordered by the sort column and then by id. The same
 * statement returns the total of a list and of the first statement of a search. If the page of a
 * search is empty, it can return one row whose item is null.
 */
export const listFeedback = statementByShape((shape: ListShape) =>
  statement<ListParams, ListedItem>("list_feedback", (p) => {
    const order = orderOf(shape);
    const { bySearch } = shape;
    const more = extraColumns(shape);
    const counted = bySearch ? more : sql`, (${countListed(shape, p)}) as total${more}`;
    const isPage = !shape.signedIn && !shape.withNotes && shape.rows <= UNMEASURED_ROWS;
    const page = sql`
      select ${itemColumnsFor(p)}${isPage ? sql`, ${visitorsPart.columns}` : sql``}${counted}
      from ${bySearch ? searchSource({ ...shape, bySearch }, p) : listSource(shape, p)}
      order by ${order}
      limit ${sql.lit(shape.rows)}
    `;
    if (isPage) return page;
    // The other columns are computed outside of the page, so that they are computed only for its rows.
    const description =
      shape.rows > UNMEASURED_ROWS ? nearDescription(order) : sql.ref("f.description");
    const extra = bySearch ? more : sql`, f.total${more}`;
    const note = shape.withNotes
      ? sql`, ${completionNote(sourceOf("s", "note"))} as completion_note,
          coalesce(${completionNote(formatOf("s", "note"))}, 'plain') as completion_note_format`
      : sql``;
    const viewers = shape.signedIn ? viewersPartOf("page", p) : visitorsPart;
    return sql`
      with page as materialized (${page})
      select ${shortItemColumns}, ${viewers.columns}${extra}, ${description} as description${note}
      from page f ${viewers.joins}
      order by ${order}
    `;
  }),
);

/** The public note of the newest change of the item `f` to the status `complete`. */
const completionNote = (column: Sql) => sql`(
  select ${column} from status_change s
  where s.company_id = f.company_id and s.feedback_id = f.id and s.to_status = 'complete'
  order by s.id desc limit 1
)`;

/**
 * Returns the description of a row, or null if the descriptions of the rows before it together have
 * more than `PAGE_BYTES` bytes. Rows with null are not part of the page, so PostgreSQL neither
 * decompresses nor sends their descriptions. PostgreSQL can determine the length of a text without
 * reading the text.
 */
export const nearDescription = (order: Sql) => sql`
  case when sum(octet_length(f.description)) over (order by ${order} rows unbounded preceding)
    - octet_length(f.description) <= ${sql.lit(PAGE_BYTES)} then f.description end`;

/**
 * Returns the total of a list. It is needed for a page without rows; on other pages, each row
 * contains the total.
 */
export const countFeedback = statementByShape((shape: ListCountShape) =>
  statement<ListParams, { total: number }>("count_feedback", (p) => sql`${countListed(shape, p)}`),
);
