import type { FeedbackItem } from "#contract/feedback.ts";
import { SEARCH_COUNT_LIMIT } from "#contract/feedbackLabels.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { nearDescription } from "./feedbackList.queries.ts";
import { itemColumnsFor, shortItemColumns } from "./itemColumns.queries.ts";
import type { FilterParams, ListShape } from "./listFilters.queries.ts";
import { listConditions } from "./listFilters.queries.ts";
import { viewersPartOf } from "./viewersPart.queries.ts";

/** An item with the time of its last change, except for its votes. */
export interface UpdatedItem extends FeedbackItem {
  updatedAt: string;
  total: number;
}

/**
 * Returns the time before which no change of the company's items can still be committed. Read the
 * items in a later statement, which sees all changes before this time.
 */
export const findUpdatesUntil = statement<{ companyId: number }, { until: string }>(
  "find_updates_until",
  (p) => sql`select updates_until(${p.companyId}) as until`,
);

export type UpdatedShape = Pick<
  ListShape,
  "byBoard" | "byCategory" | "byStatus" | "byBoardCategory" | "canSeePrivate" | "rows"
>;

type UpdatedParams = Visibility &
  FilterParams & {
    updatedSince: string;
    until: string;
    /** The time and id of the last item of the previous page. */
    cursorKey: string;
    cursorId: number;
  };

/** Returns the items that have changed since a time, oldest change first, in whatever state. */
export const listUpdatedItems = statementByShape((shape: UpdatedShape) =>
  statement<UpdatedParams, UpdatedItem>("list_updated_items", (p) => {
    const order = sql`f.updated_at, f.id`;
    const changed = sql`
      feedback_update u cross join lateral (
        select * from feedback_item f
        where f.company_id = ${p.companyId} and f.id = u.feedback_id limit 1
      ) f
      where u.company_id = ${p.companyId} and u.updated_at < ${p.until}::timestamptz
        and ${listConditions(shape, p, [])}
        and (f.state <> 'pending' or ${p.canSeePrivate}::boolean)`;
    const viewers = viewersPartOf("page", p);
    return sql`
      with page as materialized (
        select ${itemColumnsFor(p)}, u.updated_at, (
          select count(*) from (
            select from ${changed} and u.updated_at >= ${p.updatedSince}::timestamptz
            limit ${sql.lit(SEARCH_COUNT_LIMIT)}
          ) counted
        ) as total
        from ${changed}
          and (u.updated_at, u.feedback_id) > (${p.cursorKey}::timestamptz, ${p.cursorId}::bigint)
        order by u.updated_at, u.feedback_id limit ${sql.lit(shape.rows)}
      )
      select ${shortItemColumns}, ${viewers.columns}, f.updated_at, f.total,
        ${nearDescription(order)} as description
      from page f ${viewers.joins}
      order by ${order}
    `;
  }),
);
