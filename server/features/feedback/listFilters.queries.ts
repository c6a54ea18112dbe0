import type { FeedbackItem } from "#contract/feedback.ts";
import type {
  CountLimitedFilter,
  FeedbackSort,
  ListedState,
  MineFilter,
} from "#contract/feedbackFilters.ts";
import { describeFilter } from "#contract/feedbackFilters.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import { isTimestamp } from "#server/platform/http/keysetCursor.ts";
import type { SearchPatterns } from "./searchPatterns.ts";

/* The filters and orders of lists and searches. */

/**
 * How a search finds the items of a page. `found` asks the text index: all matches of a narrow
 * search, and for a broad one the matches among the next `SCAN_LIMITS.near` items of the list. `far`
 * and `all` continue broad searches: among more items of the list, and by the index. `scan` compares
 * the first items of the list, or all of the viewer's. `ids` loads items that are known already.
 */
export type SearchWay = "found" | "far" | "all" | "scan" | "ids";

/** The orders of lists; `roadmap` is that of a column of the roadmap. */
export type ListSort = FeedbackSort | "roadmap";

/** The conditions of a list. Each combination is a separate statement with its own plan. */
export interface ListShape {
  sort: ListSort;
  /**
   * Number of rows to fetch. It is one of a few fixed sizes, because PostgreSQL plans badly with a
   * parameter in LIMIT.
   */
  rows: number;
  byBoard: "one" | "several" | undefined;
  byCategory: boolean;
  byStatus: "one" | "several" | undefined;
  byBoardCategory: boolean;
  rowFilters: RowFilters;
  /**
   * How the viewer is involved in the listed items, for example as a voter; undefined if the list
   * is not limited to the viewer's items.
   */
  byMine?: MineFilter | undefined;
  /**
   * The state of the items. Ignored with `byMine`: the list then contains open and closed items,
   * and pending items that the viewer has submitted.
   */
  state: ListedState;
  bySearch: SearchWay | undefined;
  afterCursor: boolean;
  signedIn: boolean;
  canSeePrivate: boolean;
  /** Whether the rows contain `completionNote`. */
  withNotes: boolean;
}

export interface FilterParams extends Partial<SearchPatterns> {
  companyId: number;
  /** One board, or several boards separated by commas. */
  boardId?: string;
  category?: string;
  /** One status, or several statuses separated by commas. */
  status?: string;
  boardCategoryId?: number;
  /** Ids of the items to load. */
  foundIds?: readonly number[];
}

export type ListParams = Visibility &
  FilterParams & {
    assigneeId?: number;
    /** Days such as `2026-03-14`. */
    createdFrom?: string;
    createdTo?: string;
    cursorKey?: string;
    cursorId?: number;
  };

/** The days of filters are those that the portal shows, in UTC. */
const startOfDay = (day: Sql) => sql`(${day})::timestamp at time zone 'UTC'`;

/**
 * The filters that the stored counters do not cover, so that items are counted row by row. A filter
 * has a condition on the item `f` for each word, and `one` for all other values.
 */
const ROW_FILTERS = {
  assigneeId: {
    one: (p) => sql`f.assignee_id = ${p.assigneeId}`,
    none: () => sql`f.assignee_id is null`,
  },
  unanswered: { true: () => sql`not f.is_answered` },
  createdFrom: { one: (p) => sql`f.created_at >= ${startOfDay(sql`${p.createdFrom}::date`)}` },
  createdTo: { one: (p) => sql`f.created_at < ${startOfDay(sql`${p.createdTo}::date + 1`)}` },
} as const satisfies Record<CountLimitedFilter, Record<string, (p: Required<ListParams>) => Sql>>;

/** The row filters that are set, with the names of their conditions. */
export type RowFilters = { [Name in CountLimitedFilter]?: keyof (typeof ROW_FILTERS)[Name] };

export const hasRowFilter = ({ rowFilters }: Pick<ListShape, "rowFilters">) =>
  Object.keys(rowFilters).length > 0;

/** Returns the row filters of a query that apply to the viewer. */
export function rowFiltersOf(
  query: Readonly<Partial<Record<CountLimitedFilter, unknown>>>,
  { canSeePrivate }: Visibility,
): RowFilters {
  const names = (Object.keys(ROW_FILTERS) as CountLimitedFilter[]).filter(
    (name) => query[name] !== undefined && (canSeePrivate || !describeFilter(name).isForAdmins),
  );
  const conditionOf = (name: CountLimitedFilter) =>
    String(query[name]) in ROW_FILTERS[name] ? String(query[name]) : "one";
  return Object.fromEntries(names.map((name) => [name, conditionOf(name)]));
}

export function rowConditions(filters: RowFilters, p: Required<ListParams>): Sql[] {
  const all: Record<string, Record<string, (p: Required<ListParams>) => Sql>> = ROW_FILTERS;
  return Object.entries(filters).flatMap(([name, word]) => all[name]?.[word]?.(p) ?? []);
}

export const statusesOf = ({ status }: Required<FilterParams>) =>
  sql`string_to_array(${status}, ',')`;

const boardsOf = ({ boardId }: Required<FilterParams>) =>
  sql`string_to_array(${boardId}, ',')::bigint[]`;

export const ofCompany = (p: Required<FilterParams>) => sql`f.company_id = ${p.companyId}`;

/**
 * The company's public boards as an array. With a join of only a few of all boards, PostgreSQL
 * would underestimate the number of items by a factor of 100.
 */
export const publicBoards = (p: Required<FilterParams>) =>
  sql`array(select id from board where company_id = ${p.companyId} and not is_private)`;

/**
 * Returns the conditions that the query of a list and the query of its count share. They use only
 * columns that both `feedback_item` and `feedback_counter` have. `company` is empty if `f` is
 * already limited to the company.
 */
export function listConditions(
  shape: Partial<ListShape>,
  p: Required<FilterParams>,
  company = [ofCompany(p)],
) {
  const all = [...company];
  if (shape.byBoard === "one") all.push(sql`f.board_id = ${p.boardId}::bigint`);
  if (shape.byBoard === "several") all.push(sql`f.board_id = any (${boardsOf(p)})`);
  if (shape.byCategory) all.push(sql`f.category = ${p.category}`);
  if (shape.byStatus === "one") all.push(sql`f.status = ${p.status}`);
  if (shape.byStatus === "several") all.push(sql`f.status = any (${statusesOf(p)})`);
  if (shape.byBoardCategory) all.push(sql`f.board_category_id = ${p.boardCategoryId}`);
  if (!shape.canSeePrivate) all.push(sql`f.board_id = any (${publicBoards(p)})`);
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/** An item with the keys of orders that are not part of an item. */
type OrderedItem = FeedbackItem & { matchRank?: number; trend?: number; place?: number };

interface ListOrder {
  /** The key of the order. Items with the same key are ordered by their ids. */
  column: Sql;
  type: Sql;
  isAscending?: true;
  /** Whether the key is a column besides those of an item. */
  isOwnColumn?: true;
  /** Returns the key as part of a cursor. */
  keyOf: (item: OrderedItem) => string;
  isKey: (key: string) => boolean;
}

const byDate = {
  column: sql.ref("f.createdAt"),
  type: sql`timestamptz`,
  keyOf: ({ createdAt }: FeedbackItem) => createdAt,
  isKey: isTimestamp,
};

const isCount = (key: string) => /^\d{1,9}$/.test(key);

export const LIST_ORDERS: Readonly<Record<ListSort, ListOrder>> = {
  votes: {
    column: sql.ref("f.votes"),
    type: sql`integer`,
    keyOf: ({ votes }) => String(votes),
    isKey: isCount,
  },
  date: byDate,
  // Only searches have ranks.
  match: {
    column: sql.ref("f.matchRank"),
    type: sql`bigint`,
    isOwnColumn: true,
    keyOf: ({ matchRank }) => String(matchRank),
    isKey: (key) => /^\d{1,12}$/.test(key),
  },
  trending: {
    column: sql.ref("f.trend"),
    type: sql`double precision`,
    isOwnColumn: true,
    keyOf: ({ trend }) => String(trend),
    isKey: (key) => key === "-Infinity" || /^-?\d{1,5}(\.\d{1,17})?$/.test(key),
  },
  discussed: {
    column: sql.ref("f.commentsCount"),
    type: sql`integer`,
    keyOf: ({ commentsCount }) => String(commentsCount),
    isKey: isCount,
  },
  oldest: { ...byDate, isAscending: true },
  roadmap: {
    column: sql.ref("f.place"),
    type: sql`bigint`,
    isOwnColumn: true,
    keyOf: ({ place }) => String(place),
    isKey: (key) => /^\d{1,10}$/.test(key),
  },
};

/** Returns the `order by` of a list whose items are `f`. */
export function orderOf({ sort }: Pick<ListShape, "sort">): Sql {
  const { column, isAscending } = LIST_ORDERS[sort];
  const direction = sql.raw(isAscending ? "asc" : "desc");
  return sql`${column} ${direction}, f.id ${direction}`;
}

/** Returns the list's filters as arguments of the SQL search functions. */
export function filterArguments(shape: Partial<ListShape>, p: Required<FilterParams>) {
  const only = (isFiltered: unknown, value: unknown) => (isFiltered ? sql`${value}` : sql`null`);
  const where = [sql`company_id = ${p.companyId}`];
  if (shape.byBoard) where.push(sql`id = any (${boardsOf(p)})`);
  if (!shape.canSeePrivate) where.push(sql`not is_private`);
  const boards =
    shape.byBoard || !shape.canSeePrivate
      ? sql`array(select id from board where ${sql.join(where, sql` and `)})`
      : sql`null`;
  return sql`${boards}, ${only(shape.byStatus, p.status)},
    ${only(shape.byCategory, p.category)}, ${only(shape.byBoardCategory, p.boardCategoryId)}`;
}

/** The conditions for which `feedback_counter` stores a count. */
export type CountShape = Pick<
  ListShape,
  "byBoard" | "byCategory" | "byStatus" | "byBoardCategory" | "canSeePrivate"
>;
