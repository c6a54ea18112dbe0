import { sql } from "kysely";
import type { FeedbackItem, FeedbackSort } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT, SHORT_SEARCH_REACH } from "#contract/feedback.ts";
import { statement, statementByShape } from "#server/db/statement.ts";
import type { Sight } from "./feedback.queries.ts";

/**
 * How a search is carried out: `ids` takes what has been found already; `words` looks at item after item in the list's order, until a page is
 * full; `head` does so with the first `SHORT_SEARCH_REACH` items only; `index` has the index find everything.
 */
export type SearchWay = "ids" | "words" | "head" | "index";

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
  /** Of items that a search has found. */
  foundIds?: readonly number[];
}

export type ListParams = Sight & FilterParams & { cursorKey?: string; cursorId?: number };

/** The same as in the document of `feedback_search`: nothing that can be searched for begins in one and ends in the other. */
const hasWords = (p: Required<FilterParams>) =>
  sql<boolean>`(f.title ilike ${p.pattern} or f.description ilike ${p.pattern})`;

/** The conditions that a list of items and its count have in common, on the columns they share. */
function conditions(shape: Partial<ListShape>, p: Required<FilterParams>) {
  const all = [sql<boolean>`f.company_id = ${p.companyId}`];
  if (shape.byBoard) all.push(sql<boolean>`f.board_id = ${p.boardId}`);
  if (shape.byCategory) all.push(sql<boolean>`f.category = ${p.category}`);
  if (shape.byStatus) all.push(sql<boolean>`f.status = ${p.status}`);
  if (shape.byBoardCategory) all.push(sql<boolean>`f.board_category_id = ${p.boardCategoryId}`);
  if (shape.bySearch === "ids") all.push(sql<boolean>`f.id = any (${p.foundIds}::bigint[])`);
  if (shape.bySearch === "words") all.push(hasWords(p));
  if (shape.bySearch === "index") all.push(sql<boolean>`f.id in (select search_feedback(${p.pattern}))`);
  if (!shape.canSeePrivate) {
    all.push(
      sql<boolean>`f.board_id in (select id from board where company_id = ${p.companyId} and not is_private)`,
    );
  }
  return sql.join(all, sql` and `);
}

const SORT_KEYS = {
  votes: { column: sql.ref("f.votes"), type: sql`integer` },
  date: { column: sql.ref("f.created_at"), type: sql`timestamptz` },
} as const;

/** The items in the list's order; of a `head` search only those that it looks at. */
function source(shape: ListShape, p: Required<ListParams>) {
  const { column, type } = SORT_KEYS[shape.sort];
  const after = shape.afterCursor
    ? sql` and (${column}, f.id) < (${p.cursorKey}::${type}, ${p.cursorId}::bigint)`
    : sql``;
  const items = sql`feedback_item f where ${conditions(shape, p)}${after}`;
  if (shape.bySearch !== "head") return items;
  return sql`(
    select * from ${items} order by ${column} desc, f.id desc limit ${sql.lit(SHORT_SEARCH_REACH)}
  ) f where ${hasWords(p)}`;
}

/** One page by key, in a total order: by the sort's column, ties by id. */
export const listFeedback = statementByShape((shape: ListShape) =>
  statement<ListParams, FeedbackItem>("list_feedback", (q, p) => {
    const { column } = SORT_KEYS[shape.sort];
    const hasVoted = shape.signedIn
      ? sql`exists (select from user_vote v
          where v.company_id = f.company_id and v.feedback_id = f.id and v.user_id = ${p.viewerId})`
      : sql`false`;
    return sql<FeedbackItem>`
      select f.id, f.title, f.description, f.category, f.status, f.board_id, f.board_category_id, f.company_id, f.user_id,
        f.votes, f.comments_count, f.created_at, ${hasVoted} as has_voted
      from ${source(shape, p)}
      order by ${column} desc, f.id desc
      limit ${sql.lit(shape.rows)}
    `.compile(q);
  }),
);

/** How many items there are: summed from the stored counters, so that it costs the same for any number of items. */
export const countFeedback = statementByShape(
  (shape: Pick<ListShape, "byBoard" | "byCategory" | "byStatus" | "byBoardCategory" | "canSeePrivate">) =>
    statement<FilterParams, { total: number }>("count_feedback", (q, p) =>
      sql<{ total: number }>`
        select coalesce(sum(f.items), 0) as total from feedback_counter f where ${conditions(shape, p)}
      `.compile(q),
    ),
);

/** So many ids are a sample at most; a search that finds fewer is known completely. */
export const SAMPLE_SIZE = 2001;

/** Some of the items of the company that a search finds, of private boards too, in no order: `SAMPLE_SIZE` at most. */
export const sampleFound = statement<{ pattern: string }, { id: number }>("sample_found", (q, p) =>
  sql<{ id: number }>`select id from search_feedback_sample(${p.pattern}) id`.compile(q),
);

/** How many items a search finds, up to `SEARCH_COUNT_LIMIT`; before the cursor, too. */
export const countFound = statementByShape((shape: ListShape) =>
  statement<ListParams, { total: number }>("count_found", (q, p) =>
    sql<{ total: number }>`
      select count(*) as total from (
        select from ${source({ ...shape, afterCursor: false }, p)} limit ${sql.lit(SEARCH_COUNT_LIMIT)}
      ) found
    `.compile(q),
  ),
);
