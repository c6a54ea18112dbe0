import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FeedbackSort } from "#contract/feedbackLabels.ts";
import { SEARCH_COUNT_LIMIT, SHORT_SEARCH_REACH } from "#contract/feedbackLabels.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { selectedItemColumns } from "./feedback.queries.ts";

/**
 * How a search is carried out: `ids` takes what has been found already, `index` has the index find everything; `near` and `far` look at
 * so many items in the list's order, however large the company is.
 */
export type SearchWay = "ids" | "index" | "near" | "far";

const REACH = { near: 500, far: SHORT_SEARCH_REACH } as const;

/** Which conditions a list has: each combination is a statement of its own, planned for just these. */
export interface ListShape {
  sort: FeedbackSort;
  /** Rows fetched; one of a few sizes, as a parameter in LIMIT would defeat PostgreSQL's plan. */
  rows: number;
  byBoard: boolean;
  byCategory: boolean;
  byStatus: boolean;
  byBoardCategory: boolean;
  bySearch: SearchWay | undefined;
  afterCursor: boolean;
  signedIn: boolean;
  canSeePrivate: boolean;
}

interface FilterParams {
  companyId: number;
  boardId?: number;
  category?: string;
  status?: string;
  boardCategoryId?: number;
  /** An ILIKE pattern. */
  pattern?: string;
  /** Of items that a search has found, as PostgreSQL writes an array. */
  foundIds?: string;
}

export type ListParams = Visibility & FilterParams & { cursorKey?: string; cursorId?: number };

/** As the document of `feedback_search` is asked, and made: nothing that can be searched for begins in one text and ends in the other. */
const hasWords = (p: Required<FilterParams>) =>
  sql<boolean>`lower(f.title || chr(31) || f.description) like (select lower(${p.pattern}))`;

const ofCompany = (p: Required<FilterParams>) => sql<boolean>`f.company_id = ${p.companyId}`;

/** The conditions that a list of items and its count have in common, on the columns they share: the company's first, unless `f` has it. */
function conditions(
  shape: Partial<ListShape>,
  p: Required<FilterParams>,
  company = [ofCompany(p)],
) {
  const all = [...company];
  if (shape.byBoard) all.push(sql<boolean>`f.board_id = ${p.boardId}`);
  if (shape.byCategory) all.push(sql<boolean>`f.category = ${p.category}`);
  if (shape.byStatus) all.push(sql<boolean>`f.status = ${p.status}`);
  if (shape.byBoardCategory) all.push(sql<boolean>`f.board_category_id = ${p.boardCategoryId}`);
  if (!shape.canSeePrivate) {
    all.push(
      // An array, and not a join: how many items a few boards of all have, PostgreSQL guesses a hundred times too low.
      sql<boolean>`f.board_id = any (array(select id from board where company_id = ${p.companyId} and not is_private))`,
    );
  }
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

const SORT_KEYS = {
  votes: { column: sql.ref("f.votes"), type: sql`integer` },
  date: { column: sql.ref("f.created_at"), type: sql`timestamptz` },
} as const;

/** The company's items of ids that a search has found, looked up one by one by their key; joined freely, PostgreSQL may look for them along any index that has ids. */
function itemsOf(found: RawBuilder<unknown>, p: Required<ListParams>) {
  return sql`(
    select item.* from ${found} found (id) cross join lateral (
      select * from feedback_item where company_id = ${p.companyId} and id = found.id limit 1
    ) item
  ) f`;
}

/** What the functions that search want to know: the words, and the list's filters. */
function wanted(shape: Partial<ListShape>, p: Required<FilterParams>) {
  const only = (isFiltered: boolean | undefined, value: unknown) =>
    isFiltered ? sql`${value}` : sql`null`;
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

type SourceShape = Omit<ListShape, "rows" | "signedIn">;

function afterCursor(shape: SourceShape, p: Required<ListParams>) {
  const { column, type } = SORT_KEYS[shape.sort];
  return shape.afterCursor
    ? sql` and (${column}, f.id) < (${p.cursorKey}::${type}, ${p.cursorId}::bigint)`
    : sql``;
}

/** The items that a list takes its page from; of a search along the order only those that it looks at. */
function source(shape: SourceShape, p: Required<ListParams>) {
  const after = afterCursor(shape, p);
  const whereFound = sql`where ${conditions(shape, p, [])}${after}`;
  if (shape.bySearch === "ids")
    return sql`${itemsOf(sql`unnest(${p.foundIds}::bigint[])`, p)} ${whereFound}`;
  if (shape.bySearch === "index")
    return sql`${itemsOf(sql`search_feedback(${wanted(shape, p)})`, p)} ${whereFound}`;
  if (shape.bySearch === undefined)
    return sql`feedback_item f where ${conditions(shape, p)}${after}`;
  return sql`${lookedAt(shape.bySearch, shape, p)} where ${hasWords(p)}`;
}

type Reach = keyof typeof REACH;

/** The items that a search along the order looks at. */
function lookedAt(reach: Reach, shape: SourceShape, p: Required<ListParams>) {
  const { column } = SORT_KEYS[shape.sort];
  return sql`(
    select * from feedback_item f where ${conditions(shape, p)}${afterCursor(shape, p)}
    order by ${column} desc, f.id desc limit ${sql.lit(REACH[reach])}
  ) f`;
}

type CountShape = Pick<
  ListShape,
  "byBoard" | "byCategory" | "byStatus" | "byBoardCategory" | "canSeePrivate"
>;

/** Summed from the stored counters, so that it costs the same for any number of items. */
const countStored = (shape: CountShape, p: Required<FilterParams>) =>
  sql`select coalesce(sum(f.items), 0) as total from feedback_counter f where ${conditions(shape, p)}`;

/** An item of a list; of a list that is no search, each says how many there are in all. */
export type ListedItem = FeedbackItem & { total?: number };

/** One page by key, in a total order: by the sort's column, ties by id. A list comes with its count, so that one statement does for both. */
export const listFeedback = statementByShape((shape: ListShape) =>
  statement<ListParams, ListedItem>("list_feedback", (q, p) => {
    const { column } = SORT_KEYS[shape.sort];
    const total = shape.bySearch === undefined ? sql`, (${countStored(shape, p)}) as total` : sql``;
    const hasVoted = shape.signedIn
      ? sql`exists (select from user_vote v
          where v.company_id = f.company_id and v.feedback_id = f.id and v.user_id = ${p.viewerId})`
      : sql`false`;
    return sql<ListedItem>`
      select ${selectedItemColumns}, ${hasVoted} as has_voted${total}
      from ${source(shape, p)}
      order by ${column} desc, f.id desc
      limit ${sql.lit(shape.rows)}
    `.compile(q);
  }),
);

/** How many items there are, for a page that has none. */
export const countFeedback = statementByShape((shape: CountShape) =>
  statement<FilterParams, { total: number }>("count_feedback", (q, p) =>
    sql<{ total: number }>`${countStored(shape, p)}`.compile(q),
  ),
);

interface Matches {
  /** Null for a search that the index cannot look up. */
  found: number | null;
  /** As PostgreSQL writes an array; null where these are not all. */
  ids: string | null;
}

/** The items that the index finds and that fit the list's filters, in no order: all of a narrow search, and some of a broad one. */
export const findMatches = statementByShape((shape: CountShape) =>
  statement<FilterParams, Matches>("find_matches", (q, p) =>
    sql<Matches>`
      select cardinality(ids) as found,
        case when not is_broad and cardinality(ids) < ${sql.lit(SEARCH_COUNT_LIMIT)} then ids::text end as ids
      from find_feedback(${wanted(shape, p)})
    `.compile(q),
  ),
);

/** How many items a broad search finds besides, up to `atMost`. */
export const countMore = statementByShape((shape: CountShape) =>
  statement<FilterParams & { atMost: number }, { more: number }>("count_more", (q, p) =>
    sql<{
      more: number;
    }>`select count_more_feedback(${wanted(shape, p)}, ${p.atMost}) as more`.compile(q),
  ),
);

type CountFoundShape = CountShape & Pick<ListShape, "sort">;

/** How many items a short search finds within its reach, up to `SEARCH_COUNT_LIMIT`; before the cursor, too. */
export const countFound = statementByShape((shape: CountFoundShape) =>
  statement<ListParams, { total: number }>("count_found", (q, p) =>
    sql<{ total: number }>`
      select count(*) as total from (
        select from ${source({ ...shape, bySearch: "far", afterCursor: false }, p)} limit ${sql.lit(SEARCH_COUNT_LIMIT)}
      ) found
    `.compile(q),
  ),
);

/** Whether a list has no items, matching or not, beyond those that a search along its order looks at. */
export const listEnds = statementByShape((within: Reach, shape: Omit<SourceShape, "bySearch">) =>
  statement<ListParams, { isEnd: boolean }>("list_ends", (q, p) =>
    sql<{ isEnd: boolean }>`
      select count(*) < ${sql.lit(REACH[within])} as is_end from ${lookedAt(within, { ...shape, bySearch: within }, p)}
    `.compile(q),
  ),
);
