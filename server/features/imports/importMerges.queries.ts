import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The items that are merged into one target. */
interface MergesInto {
  feedbackIds: number[];
  targetId: number;
}

/**
 * Returns the merges in which one of the items `ids` is the source or the target. The merges are
 * grouped by their targets. Up to 500 targets are returned.
 */
export const listMergesOf = statement<{ companyId: number; ids: number[] }, MergesInto>(
  "list_merges_of_imported",
  (p) => sql`
    select array_agg(id order by id) as feedback_ids, merged_into_id as target_id
    from feedback_item
    where company_id = ${p.companyId} and merged_into_id is not null
      and (id = any (${p.ids}::bigint[]) or merged_into_id = any (${p.ids}::bigint[]))
    group by merged_into_id order by merged_into_id limit 500
  `,
);

/** Sets when an item was merged. */
export const updateMergeDate = statement<
  { companyId: number; feedbackId: number; mergedAt: string },
  never
>(
  "update_imported_merge_date",
  (p) => sql`
    update feedback_item set merged_at = ${p.mergedAt}
    where company_id = ${p.companyId} and id = ${p.feedbackId} and merged_into_id is not null
  `,
);
