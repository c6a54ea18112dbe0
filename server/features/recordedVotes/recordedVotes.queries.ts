import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Voter } from "#contract/recordedVotes.ts";
import { DELETED_USER } from "#contract/users.ts";
import { unnamedVotes } from "#server/features/feedback/shownItem.queries.ts";
import type { RecordedVoteRow } from "#server/features/undo/undo.queries.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

// The system runs `listVoters` and `findKnownPerson`, because a company's own role does not see
// voters from other companies.

const hasRow = (
  companyId: number,
  table: "feedback_item" | "comment" | "user_vote" | "follow",
) => sql`
  exists (select from ${sql.ref(table)} t where t.company_id = ${companyId} and t.user_id = u.id)`;

/**
 * The e-mail address of the account `u`, masked unless the account belongs to the company and the
 * viewer may see addresses.
 */
export const shownUsername = (companyId: number, canSeeAddresses: unknown = sql`true`) => sql`
  case when ${canSeeAddresses}::boolean and u.home_company_id = ${companyId}::bigint then u.username
    else left(u.username, 1) || '•••' end`;

/**
 * A voter with the item's number of voters. On a page without voters, all other columns are null.
 */
export type ListedVoter = { total: number } & (Voter | Record<keyof Voter, null>);

/**
 * Returns up to `rows` voters whose account ids are below `beforeId`, highest id first. The order
 * is not by time, because votes have no index by time. Returns nothing for an unknown item.
 */
export const listVoters = statement<
  { companyId: number; feedbackId: number; beforeId: number; rows: number },
  ListedVoter
>(
  "list_voters",
  (p) => sql`
    with item as materialized (
      select f.company_id, f.id, f.votes - ${unnamedVotes} as voters from feedback_item f
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
    )
    select item.voters as total, v.user_id, v.created_at,
      u.role = 'super_admin'
        or (u.role = 'company_admin' and u.home_company_id is not distinct from item.company_id)
        as is_admin,
      case when u.id is not null
        then ${isBlockedIn(sql.ref("item.company_id"), sql.ref("u.id"))} end as is_blocked,
      (select jsonb_build_object('name', coalesce(o.name, o.external_key), 'plan', o.plan,
          'monthlySpend', o.monthly_spend)
        from organisation_member m
        join organisation o on o.company_id = m.company_id and o.id = m.organisation_id
        where m.company_id = item.company_id and m.user_id = v.user_id) as organisation,
      case when u.id is not null
        then jsonb_build_object('username', ${shownUsername(p.companyId)}, 'fullName', u.full_name,
          'pictureUrl', ${pictureUrl("u")})
        end as "user",
      case when recorder.id is not null then jsonb_build_object('fullName', recorder.full_name)
        when v.is_recorded then jsonb_build_object('fullName', ${sql.lit(DELETED_USER)})
        end as recorded_by
    from item
    left join lateral (
      select * from user_vote
      where company_id = item.company_id and feedback_id = item.id and user_id < ${p.beforeId}
      order by user_id desc limit ${p.rows}
    ) v on true
    left join user_account u on u.id = v.user_id
    left join user_account recorder on recorder.id = v.recorded_by_id
    order by v.user_id desc
  `,
);

/** An account that is known in a company. */
export interface KnownPerson {
  id: number;
  /** The e-mail address, masked unless the account belongs to the company. */
  username: string;
  fullName: string | null;
  pictureUrl: string | null;
  isActive: boolean;
}

/**
 * Finds an account by its id or by its e-mail address in the form that `usernameKey` returns.
 * Returns nothing unless the account belongs to the company or has an item, comment, vote or level
 * of following in the company, so that a company finds no accounts of other companies.
 */
export const findKnownPerson = statement<
  { companyId: number; userId: number | null; usernameKey: string | null },
  KnownPerson
>(
  "find_known_person",
  (p) => sql`
    select u.id, ${shownUsername(p.companyId)} as username, u.full_name,
      ${pictureUrl("u")} as picture_url, u.is_active
    from user_account u
    where (u.id = ${p.userId}::bigint or lower(u.username collate "C") = ${p.usernameKey}::text)
      and case u.home_company_id when ${p.companyId}::bigint then true
        else ${hasRow(p.companyId, "feedback_item")} or ${hasRow(p.companyId, "comment")}
          or ${hasRow(p.companyId, "user_vote")} or ${hasRow(p.companyId, "follow")}
        end
  `,
);

/**
 * Deletes a recorded vote. Returns the id of the item from which a merge has copied the vote; the
 * id is null if the vote is no copy. Returns no row if the item has no recorded vote of the person.
 */
export const deleteRecordedVote = statement<
  { companyId: number; feedbackId: number; userId: number },
  { mergedFromId: number | null }
>(
  "delete_recorded_vote",
  (p) => sql`
    delete from user_vote
    where company_id = ${p.companyId} and feedback_id = ${p.feedbackId}
      and user_id = ${p.userId} and is_recorded
    returning merged_from_id
  `,
);

interface OfVoter {
  companyId: number;
  feedbackId: number;
  userId: number;
}

/**
 * Returns the person's votes that admins have recorded for an item and for the items that are merged
 * into it, without copies.
 */
export const listRecordedVotes = statement<OfVoter, RecordedVoteRow>(
  "list_recorded_votes",
  (p) =>
    sql`
      select v.feedback_id, v.created_at, v.recorded_by_id, v.is_following
      from feedback_item f
      join user_vote v on v.company_id = f.company_id and v.feedback_id = f.id
        and v.user_id = ${p.userId}
      where f.company_id = ${p.companyId}
        and (f.id = ${p.feedbackId} or f.merged_into_id = ${p.feedbackId})
        and v.is_recorded and v.merged_from_id is null
      order by v.feedback_id
    `,
);

/** Deletes a person's vote for an item if it is a copy of a vote for a merged item. */
export const deleteCopiedVote = statement<OfVoter, never>(
  "delete_copied_vote",
  (p) =>
    sql`
    delete from user_vote
    where company_id = ${p.companyId} and feedback_id = ${p.feedbackId}
      and user_id = ${p.userId} and merged_from_id is not null
  `,
);

/**
 * Inserts recorded votes of a person for an item and for items that are merged into it, and counts
 * them. `withdrawn` is JSON text: an array of `RecordedVoteRow`. Returns the ids of the items for which
 * the person had no vote.
 */
export const restoreVotes = statement<OfVoter & { withdrawn: string }, { id: number }>(
  "restore_votes",
  (p) =>
    sql`
      with inserted as (
        insert into user_vote (company_id, feedback_id, user_id, created_at, recorded_by_id,
          is_recorded, is_following)
        select f.company_id, f.id, ${p.userId}, given."createdAt", given."recordedById", true,
          given."isFollowing"
        from jsonb_to_recordset(${p.withdrawn}::jsonb) as given ("feedbackId" bigint,
          "createdAt" timestamptz, "recordedById" bigint, "isFollowing" boolean)
        join feedback_item f on f.company_id = ${p.companyId} and f.id = given."feedbackId"
        where f.id = ${p.feedbackId} or f.merged_into_id = ${p.feedbackId}
        on conflict do nothing
        returning feedback_id, created_at
      )
      update feedback_item f set votes = f.votes + 1,
        trend = add_trends(f.trend, trend_of_vote(inserted.created_at))
      from inserted
      where f.company_id = ${p.companyId} and f.id = inserted.feedback_id
      returning f.id
    `,
);
