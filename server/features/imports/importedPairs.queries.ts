import { sql } from "#server/platform/db/sql.ts";
import type { FollowLevel } from "#contract/followLevels.ts";
import { statement } from "#server/platform/db/statement.ts";

/** An item and a person who possibly has a vote or a level of following for the item. */
export interface ItemAndUser {
  feedbackId: number;
  userId: number;
}

/** Returns the given pairs of an item and a person who has voted for the item. */
export const listVotes = statement<
  { companyId: number; feedbackIds: number[]; userIds: number[] },
  ItemAndUser
>(
  "list_votes_of_imported",
  (p) => sql`
    select vote.* from unnest(${p.feedbackIds}::bigint[], ${p.userIds}::bigint[])
      given (feedback_id, user_id)
    cross join lateral (
      select feedback_id, user_id from user_vote
      where company_id = ${p.companyId} and feedback_id = given.feedback_id
        and user_id = given.user_id
      offset 0
    ) vote
  `,
);

/**
 * Inserts votes that do not exist yet, adds them to the items' numbers of votes, and returns the
 * inserted votes. `newVotes` is JSON text.
 */
export const insertVotes = statement<{ companyId: number; newVotes: string }, ItemAndUser>(
  "insert_imported_votes",
  (p) => sql`
    with inserted as (
      insert into user_vote (company_id, feedback_id, user_id, created_at, is_following,
        is_recorded, recorded_by_id, merged_from_id)
      select ${p.companyId}, feedback_id, user_id, coalesce(created_at, now()),
        coalesce(is_following, true), coalesce(is_recorded, false), recorded_by_id, merged_from_id
      from jsonb_to_recordset(${p.newVotes}::jsonb) as given
        (feedback_id bigint, user_id bigint, created_at timestamptz, is_following boolean,
          is_recorded boolean, recorded_by_id bigint, merged_from_id bigint)
      on conflict do nothing
      returning feedback_id, user_id, created_at
    ), counted as (
      update feedback_item f set votes = f.votes + new_votes.total,
        trend = add_trends(f.trend, new_votes.trend)
      from (
        select feedback_id, count(*) as total,
          sum_of_trends(trend_of_vote(created_at)) as trend
        from inserted group by feedback_id
      ) new_votes
      where f.company_id = ${p.companyId} and f.id = new_votes.feedback_id
    )
    select feedback_id, user_id from inserted
  `,
);

/** When a run has begun and ended. */
interface RunDates {
  from: string;
  to: string;
}

/**
 * SQL condition that is true if the vote or level `t` has the date that a run has given it: the date
 * of the record or, without one, a date of the run. A row with another date was not imported: it
 * belongs to an account that has claimed the imported person's votes and levels.
 */
const hasDateOfRun = (p: RunDates) => sql`
  coalesce(t.created_at = given.created_at,
    t.created_at between ${p.from}::timestamptz and ${p.to}::timestamptz)`;

/** Deletes the votes of a run. A trigger updates the items' numbers of votes. */
export const deleteVotes = statement<
  RunDates & {
    companyId: number;
    feedbackIds: number[];
    userIds: number[];
    createdAts: readonly (string | null)[];
    mergedFromIds: readonly (number | null)[];
  },
  never
>(
  "delete_imported_votes",
  (p) => sql`
    delete from user_vote t
    using unnest(${p.feedbackIds}::bigint[], ${p.userIds}::bigint[],
      ${p.createdAts}::timestamptz[], ${p.mergedFromIds}::bigint[])
      given (feedback_id, user_id, created_at, merged_from_id)
    where t.company_id = ${p.companyId} and t.feedback_id = given.feedback_id
      and t.user_id = given.user_id and t.merged_from_id is not distinct from given.merged_from_id
      and ${hasDateOfRun(p)}
  `,
);

/** Returns the given pairs of an item and a person who has a level of following for the item. */
export const listFollows = statement<
  { companyId: number; feedbackIds: number[]; userIds: number[] },
  ItemAndUser
>(
  "list_follows_of_imported",
  (p) => sql`
    select level.* from unnest(${p.feedbackIds}::bigint[], ${p.userIds}::bigint[])
      given (feedback_id, user_id)
    cross join lateral (
      select feedback_id, user_id from follow
      where company_id = ${p.companyId} and feedback_id = given.feedback_id
        and user_id = given.user_id
      offset 0
    ) level
  `,
);

/**
 * Inserts levels of following that do not exist yet, and returns the inserted levels. `newFollows`
 * is JSON text.
 */
export const insertFollows = statement<{ companyId: number; newFollows: string }, ItemAndUser>(
  "insert_imported_follows",
  (p) => sql`
    insert into follow (company_id, feedback_id, user_id, level, created_at, merged_from_id)
    select ${p.companyId}, feedback_id, user_id, level, coalesce(created_at, now()), merged_from_id
    from jsonb_to_recordset(${p.newFollows}::jsonb) as given
      (feedback_id bigint, user_id bigint, level text, created_at timestamptz,
        merged_from_id bigint)
    on conflict do nothing
    returning feedback_id, user_id
  `,
);

/**
 * Deletes the levels of following of a run. A level that differs from the imported level is not
 * deleted, because its owner has chosen it since. Copies of levels are compared without their
 * dates, because a later merge or unmerge makes them again.
 */
export const deleteFollows = statement<
  RunDates & {
    companyId: number;
    feedbackIds: number[];
    userIds: number[];
    createdAts: readonly (string | null)[];
    levels: readonly FollowLevel[];
    mergedFromIds: readonly (number | null)[];
  },
  never
>(
  "delete_imported_follows",
  (p) => sql`
    delete from follow t
    using unnest(${p.feedbackIds}::bigint[], ${p.userIds}::bigint[],
      ${p.levels}::text[], ${p.createdAts}::timestamptz[], ${p.mergedFromIds}::bigint[])
      given (feedback_id, user_id, level, created_at, merged_from_id)
    where t.company_id = ${p.companyId} and t.feedback_id = given.feedback_id
      and t.user_id = given.user_id and t.level = given.level
      and t.merged_from_id is not distinct from given.merged_from_id
      and (t.merged_from_id is not null or ${hasDateOfRun(p)})
  `,
);
