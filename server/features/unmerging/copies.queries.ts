import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface Copies {
  companyId: number;
  /** Items whose copies of votes or levels are deleted. */
  targetIds: readonly number[];
  /** Merged items from which the deleted votes or levels were copied. */
  sourceIds: readonly number[];
  /** Items that keep their copies from the sources. */
  keptIds: readonly number[];
}

/** Deletes votes that were copied to the targets or from the sources. */
export const deleteCopiedVotes = statement<Copies, never>(
  "delete_copied_votes",
  (p) => sql`
    delete from user_vote
    where company_id = ${p.companyId} and merged_from_id is not null and (
      feedback_id = any (${p.targetIds}::bigint[])
      or merged_from_id = any (${p.sourceIds}::bigint[])
        and feedback_id <> all (${p.keptIds}::bigint[])
    )
  `,
);

/** Deletes levels of following that were copied to the targets or from the sources. */
export const deleteCopiedFollows = statement<Copies, never>(
  "delete_copied_follows",
  (p) => sql`
    delete from follow
    where company_id = ${p.companyId} and merged_from_id is not null and (
      feedback_id = any (${p.targetIds}::bigint[])
      or merged_from_id = any (${p.sourceIds}::bigint[])
        and feedback_id <> all (${p.keptIds}::bigint[])
    )
  `,
);

interface OfTarget {
  companyId: number;
  /** The item into which other items are merged. */
  targetId: number;
}

/**
 * Copies the votes of all items that are merged into the target, and adds the copies to the
 * target's number of votes. People who have already voted for the target get no copy. If a person
 * has several votes, a vote that the person has cast is preferred to a vote that an admin has
 * recorded.
 */
export const copyVotes = statement<OfTarget, never>(
  "copy_votes",
  (p) => sql`
    with copied as (
      insert into user_vote (company_id, feedback_id, user_id, created_at, recorded_by_id,
        is_recorded, is_following, merged_from_id)
      select distinct on (v.user_id) source.company_id, ${p.targetId}::bigint, v.user_id,
        v.created_at, v.recorded_by_id, v.is_recorded, v.is_following, v.feedback_id
      from feedback_item source
      join user_vote v on v.company_id = source.company_id and v.feedback_id = source.id
      where source.company_id = ${p.companyId} and source.merged_into_id = ${p.targetId}
        and v.merged_from_id is null
      order by v.user_id, v.is_recorded, v.is_following desc, v.created_at, v.feedback_id
      on conflict do nothing
      returning created_at
    )
    update feedback_item set votes = votes + (select count(*) from copied),
      trend = add_trends(trend, (select sum_of_trends(trend_of_vote(created_at)) from copied))
    where company_id = ${p.companyId} and id = ${p.targetId}
  `,
);

/**
 * Selects the levels at which accounts follow the items that are merged into a target, one level
 * for each account: `off` if the account has chosen it at one of the items, otherwise the strongest
 * level. Authors without a stored level follow everything.
 */
const levelsOfSources = (p: OfTarget) => sql`
  select distinct on (user_id) user_id, level, source_id from (
    select w.user_id, w.level, w.feedback_id as source_id
    from feedback_item source
    join follow w on w.company_id = source.company_id and w.feedback_id = source.id
    where source.company_id = ${p.companyId} and source.merged_into_id = ${p.targetId}
      and w.merged_from_id is null
    union all
    select source.user_id, 'all', source.id
    from feedback_item source
    where source.company_id = ${p.companyId} and source.merged_into_id = ${p.targetId}
      and source.user_id is not null and not exists (
        select from follow w
        where w.company_id = source.company_id and w.feedback_id = source.id
          and w.user_id = source.user_id
      )
  ) level
  order by user_id, array_position(array['off', 'all', 'status'], level), source_id`;

/**
 * Copies the levels at which accounts follow the merged items, except for accounts that have a
 * level at the target. The target's author gets no copy, so that the default level of authors
 * applies.
 */
export const copyFollows = statement<OfTarget, never>(
  "copy_follows",
  (p) => sql`
    insert into follow (company_id, feedback_id, user_id, level, merged_from_id)
    select target.company_id, target.id, followed.user_id, followed.level, followed.source_id
    from feedback_item target cross join (${levelsOfSources(p)}) followed
    where target.company_id = ${p.companyId} and target.id = ${p.targetId}
      and followed.user_id is distinct from target.user_id
    on conflict do nothing
  `,
);
