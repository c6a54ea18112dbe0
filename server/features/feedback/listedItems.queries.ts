import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { FeedbackSort, ListedState, MineFilter } from "#contract/feedbackLabels.ts";
import { SHORT_SEARCH_REACH } from "#contract/feedbackLabels.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { AdminFilters } from "./adminFilters.queries.ts";
import { adminConditions, hasAdminFilter } from "./adminFilters.queries.ts";
import { mineIds } from "./viewersPart.queries.ts";

/* The rows from which lists and searches take their pages and count their totals. */

/**
 * How a search is executed. `ids` loads items whose ids are known. `index` finds all matches by the
 * text index. `near` and `far` scan items in the list's order, up to the limits in `SCAN_LIMITS`;
 * with `byMine` they scan all of the viewer's items.
 */
export type SearchWay = "ids" | "index" | "near" | "far";

export const SCAN_LIMITS = { near: 500, far: SHORT_SEARCH_REACH } as const;

/**
 * Maximum number of bytes of text that a scan compares. Most items have a few hundred bytes, but
 * one customer can submit a hundred items of 40 kB in an hour.
 */
const SCAN_BYTES = { near: 500_000, far: 2_000_000 } as const;

/** The conditions of a list. Each combination is a separate statement with its own plan. */
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

export interface FilterParams {
  companyId: number;
  boardId?: number;
  category?: string;
  /** One status, or several statuses separated by commas. */
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
const matchesText = (p: Required<FilterParams>) => sql`position(
    (select substring_bytes(lower(${p.pattern}))) in convert_to(f.document, 'UTF8')
  ) > 0`;

/**
 * The document of a scanned item: title and description in lower case, as in `feedback_search`. For
 * a long item, reading the stored document costs less than converting the texts to lower case. For
 * a short item, it costs more. Only open items have a stored document.
 */
const documentOf = (
  p: Required<FilterParams>,
) => sql`case when octet_length(item.title) + octet_length(item.description) <= 1000
    then lower(item.title || chr(31) || item.description)
    else coalesce(
      (select document from feedback_search where company_id = ${p.companyId} and feedback_id = item.id),
      lower(item.title || chr(31) || item.description)
    ) end`;

const ofCompany = (p: Required<FilterParams>) => sql`f.company_id = ${p.companyId}`;

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
  if (shape.byBoard) all.push(sql`f.board_id = ${p.boardId}`);
  if (shape.byCategory) all.push(sql`f.category = ${p.category}`);
  if (shape.byStatus === "one") all.push(sql`f.status = ${p.status}`);
  if (shape.byStatus === "several") all.push(sql`f.status = any (${statusesOf(p)})`);
  if (shape.byBoardCategory) all.push(sql`f.board_category_id = ${p.boardCategoryId}`);
  if (!shape.canSeePrivate) {
    all.push(
      // The boards are passed as an array. With a join of only a few of all boards, PostgreSQL
      // would underestimate the number of items by a factor of 100.
      sql`f.board_id = any (array(
        select id from board where company_id = ${p.companyId} and not is_private
      ))`,
    );
  }
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/**
 * Returns the conditions of a list of items: `listConditions`, a condition on the items' state, and
 * the filters that only admins can use.
 */
function itemConditions(shape: SourceShape, p: Required<ListParams>, company = [ofCompany(p)]) {
  const state = shape.byMine
    ? sql`f.state <> 'merged' and (f.state <> 'pending' or f.user_id = ${p.viewerId})`
    : sql`f.state = ${sql.lit(shape.state)}`;
  const all = [listConditions(shape, p, company), state, ...adminConditions(shape, p)];
  return sql.join(all, sql` and `);
}

export const SORT_KEYS = {
  votes: { column: sql.ref("f.votes"), type: sql`integer` },
  date: { column: sql.ref("f.created_at"), type: sql`timestamptz` },
} as const;

/**
 * Returns the company's items with the given ids. The lateral join forces a look-up by primary key.
 * With a plain join, PostgreSQL can choose any index that contains ids.
 */
function itemsOf(found: Sql, p: Required<ListParams>) {
  return sql`(
    select item.* from ${found} found (id) cross join lateral (
      select * from feedback_item where company_id = ${p.companyId} and id = found.id limit 1
    ) item
  )`;
}

/** Returns the arguments of the SQL search functions: the text and the list's filters. */
export function searchArguments(shape: Partial<ListShape>, p: Required<FilterParams>) {
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

export type SourceShape = Omit<ListShape, "signedIn" | "withNotes">;

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
export function listSource(shape: SourceShape, p: Required<ListParams>) {
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
 * Returns the rows from which the first items of a list are taken. The caller sorts and limits the
 * rows. No index contains the items of several statuses in the list's order. For several statuses,
 * only the first `limit` items of each status are therefore read, through the index for a single
 * status.
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

export type ScanLimit = keyof typeof SCAN_LIMITS;

/** Returns the items that a search in the list's order scans. */
export function scannedItems(reach: ScanLimit, shape: SourceShape, p: Required<ListParams>) {
  const { column } = SORT_KEYS[shape.sort];
  return sql`(
    select * from ${listedItems(shape, p, SCAN_LIMITS[reach])}
    order by ${column} desc, f.id desc limit ${sql.lit(SCAN_LIMITS[reach])}
  )`;
}

/** The conditions for which `feedback_counter` stores a count. */
export type CountShape = Pick<
  ListShape,
  "byBoard" | "byCategory" | "byStatus" | "byBoardCategory" | "canSeePrivate"
>;
