import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Name of the job that gives an imported person's content to the account with the same e-mail
 * address.
 */
export const CLAIM_TASK = "claimImported";

interface Claim {
  companyId: number;
  userId: number;
}

export interface Transfer {
  companyId: number;
  /** The account that receives the imported person's content. */
  claimantId: number;
  personId: number;
}

/**
 * SQL condition that is true if `p` is the company's imported person with the e-mail address of the
 * account `u`.
 */
const isSamePerson = (companyId: number) => sql`
  p.is_imported and p.home_company_id = ${companyId}
  and lower(p.username collate "C") =
    regexp_replace(lower(u.username collate "C"), '@([^@]*)$', '=\\1') || '@' || ${companyId}::bigint || '.imported.invalid'`;

/**
 * Adds a job if the account is active and has confirmed its e-mail address, and an import of the
 * company has created a person with that address.
 */
export const enqueueClaim = statement<Claim, never>(
  "enqueue_import_claim",
  (p) => sql`
    select enqueue_job(${sql.lit(CLAIM_TASK)},
      jsonb_build_object('companyId', ${p.companyId}::bigint, 'userId', u.id))
    from user_account u
    where u.id = ${p.userId} and u.confirmed_at is not null and u.is_active and exists (
      select from user_account p where ${isSamePerson(p.companyId)}
    )
  `,
);

/** Returns and locks the imported person whose content the account is allowed to take over. */
export const findClaimed = statement<Claim, { id: number }>(
  "find_claimed_person",
  (p) => sql`
    select p.id from user_account u join user_account p on ${isSamePerson(p.companyId)}
    where u.id = ${p.userId} and u.confirmed_at is not null and u.is_active
    for no key update of p
  `,
);

/** Makes an account the author of up to 500 items of an imported person. Returns the items' ids. */
export const claimSomeItems = statement<Transfer, { id: number }>(
  "claim_some_items",
  (p) => sql`
    update feedback_item set user_id = ${p.claimantId}
    where company_id = ${p.companyId} and id = any (array(
      select id from feedback_item
      where company_id = ${p.companyId} and user_id = ${p.personId}
      order by id limit 500 for no key update
    ))
    returning id
  `,
);

/**
 * Returns a statement that replaces an imported person by an account in up to 500 rows of a table
 * and returns their ids.
 */
const claimSome = (
  name: string,
  table: "comment" | "status_change" | "user_vote",
  column: "user_id" | "recorded_by_id",
) =>
  statement<Transfer, { id: number }>(
    name,
    (p) => sql`
      update ${sql.ref(table)} set ${sql.ref(column)} = ${p.claimantId}
      where company_id = ${p.companyId} and id = any (array(
        select id from ${sql.ref(table)}
        where company_id = ${p.companyId} and ${sql.ref(column)} = ${p.personId}
        order by id limit 500
      ))
      returning id
    `,
  );

export const claimSomeComments = claimSome("claim_some_comments", "comment", "user_id");
export const claimSomeStatusChanges = claimSome(
  "claim_some_status_changes",
  "status_change",
  "user_id",
);

/**
 * Gives an account up to 500 reactions of an imported person. Those that the account has as well are
 * deleted. Returns the comments.
 */
export const claimSomeReactions = statement<Transfer, { id: number }>(
  "claim_some_reactions",
  (p) => sql`
    with removed as (
      delete from comment_reaction r
      where r.company_id = ${p.companyId} and r.user_id = ${p.personId}
        and (r.comment_id, r.emoji) in (
          select comment_id, emoji from comment_reaction
          where user_id = ${p.personId} and company_id = ${p.companyId}
          order by comment_id, emoji limit 500
        )
      returning comment_id, emoji, created_at
    ), claimed as (
      insert into comment_reaction (company_id, comment_id, user_id, emoji, created_at)
      select ${p.companyId}, comment_id, ${p.claimantId}, emoji, created_at from removed
      on conflict do nothing
    )
    select comment_id as id from removed
  `,
);

/**
 * Gives an account a slice of the votes of an imported person. Before this statement, the caller
 * must delete the imported person's votes for items for which the account itself has voted, because
 * an account can have only one vote for an item.
 */
export const claimSomeVotes = claimSome("claim_some_votes", "user_vote", "user_id");

/**
 * Replaces an imported person by an account in votes that the imported person has recorded for
 * others.
 */
export const claimSomeRecordedVotes = claimSome(
  "claim_some_recorded_votes",
  "user_vote",
  "recorded_by_id",
);

/** An item for which an account has a vote or a level of following. */
export interface ChosenItem {
  feedbackId: number;
  /** Whether a merge has copied the vote or the level. */
  isCopy: boolean;
}

const listChosen = (name: string, table: "user_vote" | "follow") =>
  statement<Claim, ChosenItem>(
    name,
    (p) => sql`
      select feedback_id, merged_from_id is not null as is_copy from ${sql.ref(table)}
      where company_id = ${p.companyId} and user_id = ${p.userId}
    `,
  );

/** Returns the items for which an account has voted. */
export const listVotedItems = listChosen("list_voted_items", "user_vote");

/** Returns the items for which an account has a level of following. */
export const listFollowedItems = listChosen("list_followed_items", "follow");

const deleteChosen = (name: string, table: "user_vote" | "follow") =>
  statement<Claim & { feedbackIds: number[] }, never>(
    name,
    (p) => sql`
      delete from ${sql.ref(table)}
      where company_id = ${p.companyId} and user_id = ${p.userId}
        and feedback_id = any (${p.feedbackIds}::bigint[])
    `,
  );

/** Deletes an account's votes for some items. A trigger updates the items' numbers of votes. */
export const deleteVotesFor = deleteChosen("delete_votes_for", "user_vote");

/** Deletes an account's levels of following for some items. */
export const deleteFollowsOf = deleteChosen("delete_follows_of", "follow");

/** Gives an account all levels of following of an imported person. */
export const claimFollows = statement<Transfer, never>(
  "claim_follows",
  (p) => sql`
    update follow set user_id = ${p.claimantId}
    where company_id = ${p.companyId} and user_id = ${p.personId}
  `,
);

/** Blocks an account in the company if the imported person is blocked, unless it is an admin. */
export const claimBlock = statement<Transfer, never>(
  "claim_block",
  (p) => sql`
    insert into blocked_account (company_id, user_id, blocked_by_id, created_at)
    select ${p.companyId}, u.id, b.blocked_by_id, b.created_at
    from blocked_account b join user_account u on u.id = ${p.claimantId}
    where b.company_id = ${p.companyId} and b.user_id = ${p.personId}
      and u.role <> 'super_admin'
      and (u.role <> 'company_admin' or u.home_company_id is distinct from ${p.companyId})
    on conflict do nothing
  `,
);

/** Makes an account a member of the imported person's organisation, unless it has one. */
export const claimOrganisation = statement<Transfer, never>(
  "claim_organisation",
  (p) => sql`
    insert into organisation_member (company_id, user_id, organisation_id)
    select company_id, ${p.claimantId}, organisation_id from organisation_member
    where company_id = ${p.companyId} and user_id = ${p.personId}
    on conflict do nothing
  `,
);

/** Makes later imports use the account instead of the imported person. */
export const claimPerson = statement<Transfer, never>(
  "claim_person",
  (p) => sql`
    update imported_person set user_id = ${p.claimantId}
    where company_id = ${p.companyId} and user_id = ${p.personId}
  `,
);

/**
 * Deletes an imported person who has no items, comments, votes, levels of following or status
 * changes, and has recorded no votes for others.
 */
export const deleteClaimed = statement<{ companyId: number; claimedId: number }, never>(
  "delete_claimed_person",
  (p) => sql`
    delete from user_account u
    where id = ${p.claimedId} and home_company_id = ${p.companyId} and is_imported
      and not exists (select from feedback_item where user_id = u.id)
      and not exists (select from comment where user_id = u.id)
      and not exists (select from comment_reaction where user_id = u.id)
      and not exists (select from user_vote where user_id = u.id)
      and not exists (select from user_vote where recorded_by_id = u.id)
      and not exists (select from follow where user_id = u.id)
      and not exists (select from status_change where user_id = u.id)
  `,
);
