import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FeedbackSort, ListedState, MineFilter } from "#contract/feedbackLabels.ts";
import { SEARCH_COUNT_LIMIT, SHORT_SEARCH_REACH } from "#contract/feedbackLabels.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { PAGE_BYTES } from "#server/platform/http/keysetCursor.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { AdminFilters } from "./adminFilters.queries.ts";
import { adminConditions, hasAdminFilter } from "./adminFilters.queries.ts";
import { selectedItemColumns, shortItemColumns } from "./feedback.queries.ts";
import { followLevel, hasVotedFor, mineIds } from "./viewersPart.queries.ts";

/**
 * How a search is executed. `ids` loads items whose ids are known. `index` finds all matches by the
 * text index. `near` and `far` scan a limited number of items in the list's order; with `byMine`
 * they scan all of the viewer's items.
 */
export type SearchWay = "ids" | "index" | "near" | "far";

const SCAN_LIMITS = { near: 500, far: SHORT_SEARCH_REACH } as const;

/**
 * Maximum number of bytes of text that a scan compares. Most items have a few hundred bytes, but
 * one customer may submit a hundred items of 40 kB in an hour.
 */
const SCAN_BYTES = { near: 500_000, far: 2_000_000 } as const;

/** Which conditions a list has. Each combination is a separate statement with its own plan. */
export interface ListShape extends AdminFilters {
  sort: FeedbackSort;
  /**
   * Number of rows to fetch. It is one of a few fixed sizes, because PostgreSQL plans badly with a
   * parameter in LIMIT.
   */
  rows: number;
  byBoard: boolean;
  byCategory: boolean;
  byStatus: "one" | "several" | undefined;
  byBoardCategory: boolean;
  /** The viewer's part in the items; undefined for all items. */
  byMine?: MineFilter | undefined;
  /** The state of the items; with `byMine`, open and closed items and the viewer's pending ones. */
  state: ListedState;
  bySearch: SearchWay | undefined;
  afterCursor: boolean;
  signedIn: boolean;
  canSeePrivate: boolean;
  /** Whether the items have their `completionNote`. */
  withNotes: boolean;
}

interface FilterParams {
  companyId: number;
  boardId?: number;
  category?: string;
  /** One status, or several, separated by commas. */
  status?: string;
  boardCategoryId?: number;
  /** An ILIKE pattern. */
  pattern?: string;
  /** Ids of the matches, as a PostgreSQL array literal. */
  foundIds?: string;
}

export type ListParams = Visibility &
  FilterParams & { assigneeId?: number; cursorKey?: string; cursorId?: number };

const statusesOf = ({ status }: Required<FilterParams>) => sql`string_to_array(${status}, ',')`;

/**
 * Whether the document of a scanned item contains the text. The bytes are compared in linear time.
 * The separator in the document prevents a match that spans title and description.
 */
const matchesText = (p: Required<FilterParams>) =>
  sql<boolean>`position(
    (select substring_bytes(lower(${p.pattern}))) in convert_to(f.document, 'UTF8')
  ) > 0`;

/**
 * The document of a scanned item in which the text is searched, in lower case as in
 * `feedback_search`. For a long text, reading the stored document costs less than lower-casing the
 * text. For a short text, it costs more. Only open items have a stored document.
 */
const documentOf = (p: Required<FilterParams>) =>
  sql`case when octet_length(item.title) + octet_length(item.description) <= 1000
    then lower(item.title || chr(31) || item.description)
    else coalesce(
      (select document from feedback_search where company_id = ${p.companyId} and feedback_id = item.id),
      lower(item.title || chr(31) || item.description)
    ) end`;

const ofCompany = (p: Required<FilterParams>) => sql<boolean>`f.company_id = ${p.companyId}`;

/**
 * Returns the conditions that a list and its count share, on columns that both tables have.
 * `company` is empty if `f` is already limited to the company.
 */
function conditions(
  shape: Partial<ListShape>,
  p: Required<FilterParams>,
  company = [ofCompany(p)],
) {
  const all = [...company];
  if (shape.byBoard) all.push(sql<boolean>`f.board_id = ${p.boardId}`);
  if (shape.byCategory) all.push(sql<boolean>`f.category = ${p.category}`);
  if (shape.byStatus === "one") all.push(sql<boolean>`f.status = ${p.status}`);
  if (shape.byStatus === "several") all.push(sql<boolean>`f.status = any (${statusesOf(p)})`);
  if (shape.byBoardCategory) all.push(sql<boolean>`f.board_category_id = ${p.boardCategoryId}`);
  if (!shape.canSeePrivate) {
    all.push(
      // An array instead of a join. For a join with a few of all boards, PostgreSQL underestimates
      // the number of items by a factor of 100.
      sql<boolean>`f.board_id = any (array(
        select id from board where company_id = ${p.companyId} and not is_private
      ))`,
    );
  }
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/** Returns the conditions of a list on items: `conditions`, and the items' state. */
function itemConditions(shape: SourceShape, p: Required<ListParams>, company = [ofCompany(p)]) {
  const state = shape.byMine
    ? sql`f.state <> 'merged' and (f.state <> 'pending' or f.user_id = ${p.viewerId})`
    : sql`f.state = ${sql.lit(shape.state)}`;
  const all = [conditions(shape, p, company), state, ...adminConditions(shape, p)];
  return sql.join(all, sql` and `);
}

const SORT_KEYS = {
  votes: { column: sql.ref("f.votes"), type: sql`integer` },
  date: { column: sql.ref("f.created_at"), type: sql`timestamptz` },
} as const;

/**
 * Returns the company's items with the given ids. The lateral join forces a look-up by primary key.
 * With a plain join, PostgreSQL may choose any index that contains ids.
 */
function itemsOf(found: RawBuilder<unknown>, p: Required<ListParams>) {
  return sql`(
    select item.* from ${found} found (id) cross join lateral (
      select * from feedback_item where company_id = ${p.companyId} and id = found.id limit 1
    ) item
  )`;
}

/** The arguments of the SQL search functions: the text and the list's filters. */
function searchArguments(shape: Partial<ListShape>, p: Required<FilterParams>) {
  const only = (isFiltered: unknown, value: unknown) => (isFiltered ? sql`${value}` : sql`null`);
  const where = [sql`company_id = ${p.companyId}`];
  if (shape.byBoard) where.push(sql`id = ${p.boardId}`);
  if (!shape.canSeePrivate) where.push(sql`not is_private`);
  const boards =
    shape.byBoard || !shape.canSeePrivate
      ? sql`array(select id from board where ${sql.join(where, sql` and `)})`
      : sql`null`;
  return sql`${p.companyId}, lower(${p.pattern}), ${boards}, ${only(shape.byStatus, p.status)},
    ${only(shape.byCategory, p.category)}, ${only(shape.byBoardCategory, p.boardCategoryId)}`;
}

type SourceShape = Omit<ListShape, "signedIn" | "withNotes">;

function afterCursor(shape: SourceShape, p: Required<ListParams>) {
  const { column, type } = SORT_KEYS[shape.sort];
  return shape.afterCursor
    ? sql` and (${column}, f.id) < (${p.cursorKey}::${type}, ${p.cursorId}::bigint)`
    : sql``;
}

/**
 * Returns the rows from which a page is taken. A search in the list's order scans a limited number
 * of items.
 */
function source(shape: SourceShape, p: Required<ListParams>) {
  const after = afterCursor(shape, p);
  const whereFound = sql`where ${itemConditions(shape, p, [])}${after}`;
  if (shape.bySearch === "ids")
    return sql`${itemsOf(sql`unnest(${p.foundIds}::bigint[])`, p)} f ${whereFound}`;
  if (shape.bySearch === "index")
    return sql`${itemsOf(sql`search_feedback(${searchArguments(shape, p)})`, p)} f ${whereFound}`;
  if (shape.byMine) {
    const mine = itemsOf(mineIds(shape.byMine, p), p);
    return shape.bySearch === undefined
      ? sql`${mine} f ${whereFound}`
      : sql`(select item.*, ${documentOf(p)} as document from ${mine} item) f
          ${whereFound} and ${matchesText(p)}`;
  }
  if (shape.bySearch === undefined) return listedItems(shape, p, shape.rows);
  const order = sql`${SORT_KEYS[shape.sort].column} desc, f.id desc`;
  return sql`(
    select item.*, ${documentOf(p)} as document
    from (
      select f.*, sum(octet_length(f.title) + octet_length(f.description))
        over (order by ${order} rows unbounded preceding) as scanned_bytes
      from ${scannedItems(shape.bySearch, shape, p)} f
    ) item
    where item.scanned_bytes <= ${sql.lit(SCAN_BYTES[shape.bySearch])} offset 0
  ) f where ${matchesText(p)}`;
}

/**
 * Returns the first items of a list. PostgreSQL has no index in whose order it could read the items
 * of several statuses, so the first items of each status are read, by the index of one status.
 */
function listedItems(shape: SourceShape, p: Required<ListParams>, limit: number) {
  const { byStatus, state } = shape;
  const items = sql`feedback_item f where ${itemConditions(shape, p)}${afterCursor(shape, p)}`;
  if (byStatus !== "several" || state !== "open" || hasAdminFilter(shape)) return items;
  return sql`(
    select item.* from unnest(${statusesOf(p)}) listed (status) cross join lateral (
      select f.* from ${items} and f.status = listed.status
      order by ${SORT_KEYS[shape.sort].column} desc, f.id desc limit ${sql.lit(limit)}
    ) item
  ) f where true`;
}

type ScanLimit = keyof typeof SCAN_LIMITS;

/** Returns the items that a search in the list's order scans. */
function scannedItems(reach: ScanLimit, shape: SourceShape, p: Required<ListParams>) {
  const { column } = SORT_KEYS[shape.sort];
  return sql`(
    select * from ${listedItems(shape, p, SCAN_LIMITS[reach])}
    order by ${column} desc, f.id desc limit ${sql.lit(SCAN_LIMITS[reach])}
  )`;
}

type CountShape = Pick<
  ListShape,
  "byBoard" | "byCategory" | "byStatus" | "byBoardCategory" | "canSeePrivate"
>;

type ListCountShape = CountShape & Counted;

/**
 * Returns the total as the sum of stored counters. Its cost does not depend on the number of items.
 */
const countStored = (shape: CountShape, p: Required<FilterParams>) =>
  sql`select coalesce(sum(f.items), 0) as total from feedback_counter f where ${conditions(shape, p)}`;

type Counted = Pick<ListShape, "bySearch" | "byMine" | "state" | keyof AdminFilters>;

/**
 * Whether the stored counters cannot count the items of the list, because they do not store its
 * filters.
 */
export const isUncounted = (shape: Omit<Counted, "bySearch">) =>
  shape.byMine !== undefined || shape.state === "closed" || hasAdminFilter(shape);

/**
 * Returns the total of a list without a search. If no stored counter counts the list's items, they
 * are counted row by row, up to `SEARCH_COUNT_LIMIT`; the viewer's own items are counted without a
 * limit.
 */
function countListed(shape: ListCountShape, p: Required<ListParams>) {
  if (!isUncounted(shape)) return countStored(shape, p);
  const items = source(
    { ...shape, sort: "votes", afterCursor: false, rows: SEARCH_COUNT_LIMIT },
    p,
  );
  // Most items have no assignee. With this order, PostgreSQL reads them by an index.
  const order = shape.byAssignee === "none" ? sql`order by f.votes desc, f.id desc` : sql``;
  return shape.byMine
    ? sql`select count(*) as total from ${items}`
    : sql`select count(*) as total from (
        select from ${items} ${order} limit ${sql.lit(SEARCH_COUNT_LIMIT)}
      ) counted`;
}

const hasTotal = (shape: Counted) => shape.bySearch === undefined || isUncounted(shape);

/** An item of a list. Without a search, or if `isUncounted`, each row contains the total. */
export type ListedItem = FeedbackItem & { total?: number };

/**
 * Maximum number of rows whose descriptions are all read, which is at most 840 kB. For so few rows,
 * summing the lengths of the descriptions would add two thirds to the statement's time.
 */
const UNMEASURED_ROWS = 21;

/**
 * Returns one page by keyset pagination, ordered by the sort column and then by id. Without a
 * search the same statement returns the total.
 */
export const listFeedback = statementByShape((shape: ListShape) =>
  statement<ListParams, ListedItem>("list_feedback", (q, p) => {
    const order = sql`${SORT_KEYS[shape.sort].column} desc, f.id desc`;
    const counted = hasTotal(shape) ? sql`, (${countListed(shape, p)}) as total` : sql``;
    const viewersPart = shape.signedIn
      ? sql`${hasVotedFor(p.viewerId)} as has_voted`
      : sql`false as has_voted, null::text as follow`;
    const assigneeId = shape.canSeePrivate ? sql`f.assignee_id` : sql`null::bigint`;
    const page = sql<ListedItem>`
      select ${selectedItemColumns}, ${viewersPart}, ${assigneeId} as assignee_id${counted}
      from ${source(shape, p)}
      order by ${order}
      limit ${sql.lit(shape.rows)}
    `;
    if (!shape.signedIn && !shape.withNotes && shape.rows <= UNMEASURED_ROWS)
      return page.compile(q);
    // These columns are computed outside of the page, only for the page's rows.
    const follow = shape.signedIn ? followLevel(p.viewerId, sql`f.has_voted`) : sql`f.follow`;
    const description =
      shape.rows > UNMEASURED_ROWS ? nearDescription(order) : sql.ref("f.description");
    const total = hasTotal(shape) ? sql`, f.total` : sql``;
    const note = shape.withNotes ? sql`, ${completionNote} as completion_note` : sql``;
    return sql<ListedItem>`
      select ${shortItemColumns}, f.has_voted, f.assignee_id${total},
        ${follow} as follow, ${description} as description${note}
      from (${page}) f
      order by ${order}
    `.compile(q);
  }),
);

/** The public note of the newest change of the item `f` to the status `complete`. */
const completionNote = sql<string | null>`(
  select note from status_change s
  where s.company_id = f.company_id and s.feedback_id = f.id and s.to_status = 'complete'
  order by s.id desc limit 1
)`;

/**
 * Returns the description of a row of a page, or null in rows that begin beyond `PAGE_BYTES`. These
 * rows are not part of the page, so PostgreSQL neither decompresses nor sends their descriptions.
 * PostgreSQL knows the length of a text without reading the text.
 */
const nearDescription = (order: RawBuilder<unknown>) => sql`
  case when sum(octet_length(f.description)) over (order by ${order} rows unbounded preceding)
    - octet_length(f.description) <= ${sql.lit(PAGE_BYTES)} then f.description end`;

/** Returns the total for a page without rows. */
export const countFeedback = statementByShape((shape: ListCountShape) =>
  statement<ListParams, { total: number }>("count_feedback", (q, p) =>
    sql<{ total: number }>`${countListed(shape, p)}`.compile(q),
  ),
);

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
  statement<FilterParams, Matches>("find_matches", (q, p) =>
    sql<Matches>`
      select cardinality(ids) as found,
        case when not is_broad and cardinality(ids) < ${sql.lit(SEARCH_COUNT_LIMIT)}
          then ids::text end as ids
      from find_feedback(${searchArguments(shape, p)})
    `.compile(q),
  ),
);

/** Counts the matches of a broad search that `findMatches` did not return, up to `atMost`. */
export const countFurtherMatches = statementByShape((shape: CountShape) =>
  statement<FilterParams & { atMost: number }, { more: number }>("count_further_matches", (q, p) =>
    sql<{
      more: number;
    }>`select count_more_feedback(${searchArguments(shape, p)}, ${p.atMost}) as more`.compile(q),
  ),
);

/** The shape of the open items of all assignees. */
const UNFILTERED = {
  state: "open",
  byAssignee: undefined,
  byUnanswered: false,
  afterCursor: false,
  rows: SEARCH_COUNT_LIMIT,
} as const;

type CountFoundShape = CountShape & Pick<ListShape, "sort">;

/**
 * Counts the matches of a short search within its scan limit, including matches before the cursor,
 * up to `SEARCH_COUNT_LIMIT`.
 */
export const countScannedMatches = statementByShape((shape: CountFoundShape) =>
  statement<ListParams, { total: number }>("count_scanned_matches", (q, p) =>
    sql<{ total: number }>`
      select count(*) as total from (
        select from ${source({ ...UNFILTERED, ...shape, bySearch: "far" }, p)}
        limit ${sql.lit(SEARCH_COUNT_LIMIT)}
      ) found
    `.compile(q),
  ),
);

/**
 * Returns whether the scan limit covers the remaining items of the list, so that the scan misses no
 * match.
 */
export const findListEnd = statementByShape(
  (within: ScanLimit, shape: Omit<SourceShape, "bySearch">) =>
    statement<ListParams, { isEnd: boolean }>("find_list_end", (q, p) =>
      sql<{ isEnd: boolean }>`
      select count(*) < ${sql.lit(SCAN_LIMITS[within])} as is_end
      from ${scannedItems(within, { ...shape, bySearch: within }, p)} f
    `.compile(q),
    ),
);
