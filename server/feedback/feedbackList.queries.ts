import { sql } from "kysely";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FeedbackSort } from "#contract/feedbackWords.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackWords.ts";
import { statement, statementByShape } from "#server/db/statement.ts";
import type { Sight } from "./feedback.queries.ts";

/** Which conditions a list has: each combination is a statement of its own, planned for just these. */
export interface ListShape {
  sort: FeedbackSort;
  /** Rows fetched; one of a few sizes, as a parameter in LIMIT would defeat PostgreSQL's plan. */
  rows: number;
  byBoard: boolean;
  byCategory: boolean;
  byStatus: boolean;
  byBoardCategory: boolean;
  bySearch: boolean;
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
}

export type ListParams = Sight & FilterParams & { cursorKey?: string; cursorId?: number };

/** The conditions that a list of items and its count have in common, on the columns they share. */
function conditions(shape: Partial<ListShape>, p: Required<FilterParams>) {
  const all = [sql<boolean>`f.company_id = ${p.companyId}`];
  if (shape.byBoard) all.push(sql<boolean>`f.board_id = ${p.boardId}`);
  if (shape.byCategory) all.push(sql<boolean>`f.category = ${p.category}`);
  if (shape.byStatus) all.push(sql<boolean>`f.status = ${p.status}`);
  if (shape.byBoardCategory) all.push(sql<boolean>`f.board_category_id = ${p.boardCategoryId}`);
  if (shape.bySearch) all.push(sql<boolean>`f.id in (select search_feedback(${p.pattern}))`);
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

/** One page by key, in a total order: by the sort's column, ties by id. */
export const listFeedback = statementByShape((shape: ListShape) =>
  statement<ListParams, FeedbackItem>("list_feedback", (q, p) => {
    const { column, type } = SORT_KEYS[shape.sort];
    const after = shape.afterCursor
      ? sql` and (${column}, f.id) < (${p.cursorKey}::${type}, ${p.cursorId}::bigint)`
      : sql``;
    const hasVoted = shape.signedIn
      ? sql`exists (select from user_vote v
          where v.company_id = f.company_id and v.feedback_id = f.id and v.user_id = ${p.viewerId})`
      : sql`false`;
    return sql<FeedbackItem>`
      select f.id, f.title, f.description, f.category, f.status, f.board_id, f.board_category_id, f.company_id, f.user_id,
        f.votes, f.comments_count, f.created_at, ${hasVoted} as has_voted
      from feedback_item f
      where ${conditions(shape, p)}${after}
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

/** How many items a search finds, up to `SEARCH_COUNT_LIMIT`. */
export const countFound = statementByShape(
  (shape: Omit<ListShape, "sort" | "rows" | "afterCursor" | "signedIn">) =>
    statement<FilterParams, { total: number }>("count_found", (q, p) =>
      sql<{ total: number }>`
        select count(*) as total from (
          select from feedback_item f where ${conditions(shape, p)} limit ${sql.lit(SEARCH_COUNT_LIMIT)}
        ) found
      `.compile(q),
    ),
);
