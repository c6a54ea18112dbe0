import type { FeedbackStatus } from "#contract/feedback.ts";
import type { RoadmapOrder } from "#contract/feedbackFilters.ts";
import { MAX_PLACED } from "#contract/roadmap.ts";
import { placedIds } from "#server/features/feedback/listedItems.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface Column {
  companyId: number;
  status: FeedbackStatus;
}

/** Locks a column until the end of the transaction, and returns how the roadmap is ordered. */
export const lockColumn = statement<Column, { roadmapOrder: RoadmapOrder }>(
  "lock_roadmap_column",
  (p) => sql`
    insert into roadmap_column as c (company_id, status) values (${p.companyId}, ${p.status})
    on conflict (company_id, status) do update set status = excluded.status
    returning (select roadmap_order from company where id = c.company_id)
  `,
);

/**
 * The first items of a column in the order of the roadmap, on public and private boards. One more
 * than can be placed shows whether there are more.
 */
export const listColumn = statement<Column, { id: number; isPlaced: boolean }>(
  "list_roadmap_column",
  (p) => sql`
    select * from (
      select f.id, true as is_placed
      from unnest(${placedIds(p)}) with ordinality placed (id, position)
      join feedback_item f on f.company_id = ${p.companyId} and f.id = placed.id
        and f.status = ${p.status} and f.state = 'open'
      order by position
    ) placed
    union all (
      select id, false from feedback_item
      where company_id = ${p.companyId} and status = ${p.status} and state = 'open'
        and id <> all (coalesce(${placedIds(p)}, '{}'))
      order by votes desc, id desc limit ${sql.lit(MAX_PLACED + 1)}
    )
  `,
);

export const updateColumn = statement<Column & { feedbackIds: readonly number[] }, never>(
  "update_roadmap_column",
  (p) => sql`
    update roadmap_column set feedback_ids = ${p.feedbackIds}
    where company_id = ${p.companyId} and status = ${p.status}
  `,
);
