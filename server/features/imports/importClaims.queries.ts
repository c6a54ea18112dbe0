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

/**
 * SQL condition that is true if `p` is the company's imported person with the e-mail address of the
 * account `u`.
 */
const isSamePerson = (companyId: number) => sql`
  p.is_imported and p.home_company_id = ${companyId}
  and lower(p.username collate "C") =
    regexp_replace(lower(u.username collate "C"), '@([^@]*)$', '=\\1') || '@' || ${companyId}::bigint || '.imported.invalid'`;

/**
 * Whether the address of the account `u` is proved. The word of the account's own company counts for
 * what this company has imported.
 */
const hasProvedAddress = (companyId: number) => sql`
  u.confirmed_at is not null and (not u.is_vouched or u.home_company_id = ${companyId})`;

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
    where u.id = ${p.userId} and ${hasProvedAddress(p.companyId)} and u.is_active and exists (
      select from user_account p where ${isSamePerson(p.companyId)}
    )
  `,
);

/** Returns and locks the imported person whose content the account is allowed to take over. */
export const findClaimed = statement<Claim, { id: number }>(
  "find_claimed_person",
  (p) => sql`
    select p.id from user_account u join user_account p on ${isSamePerson(p.companyId)}
    where u.id = ${p.userId} and ${hasProvedAddress(p.companyId)} and u.is_active
    for no key update of p
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
