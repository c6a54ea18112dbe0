import { sql } from "#server/platform/db/sql.ts";
import type { BlockedAccount } from "#contract/blockedAccounts.ts";
import { MODERATION_COUNT_LIMIT } from "#contract/moderation.ts";
import type { User } from "#contract/users.ts";
import { shownUsername } from "#server/features/recordedVotes/recordedVotes.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfCompany {
  companyId: number;
}

interface OfAccount extends OfCompany {
  userId: number;
}

// The system runs the statements that read accounts, because a company's own role does not see
// voters and reporters from other companies.

type Seen = Pick<Visibility, "canSeeAddresses">;

const columns = (p: OfCompany & Seen) => sql`
  u.id, ${shownUsername(p.companyId, p.canSeeAddresses)} as username, u.full_name, admin.full_name as blocked_by, blocked.created_at as blocked_at`;

const blockedAccounts = sql`
  blocked_account blocked
  join user_account u on u.id = blocked.user_id
  left join user_account admin on admin.id = blocked.blocked_by_id`;

/** Returns up to `rows` blocked accounts after a position, the latest first. */
export const listBlockedAccounts = statement<
  OfCompany & Seen & { key: string; id: number; rows: number },
  BlockedAccount
>(
  "list_blocked_accounts",
  (p) => sql`
    select ${columns(p)} from ${blockedAccounts}
    where blocked.company_id = ${p.companyId}
      and (blocked.created_at, blocked.user_id) < (${p.key}::timestamptz, ${p.id}::bigint)
    order by blocked.created_at desc, blocked.user_id desc
    limit ${p.rows}
  `,
);

/** Counts the blocked accounts, up to `MODERATION_COUNT_LIMIT`. */
export const countBlockedAccounts = statement<OfCompany, { total: number }>(
  "count_blocked_accounts",
  (p) => sql`
    select count(*) as total from (
      select from blocked_account where company_id = ${p.companyId}
      limit ${sql.lit(MODERATION_COUNT_LIMIT)}
    ) counted
  `,
);

export const findBlockedAccount = statement<OfAccount & Seen, BlockedAccount>(
  "find_blocked_account",
  (p) => sql`
    select ${columns(p)} from ${blockedAccounts}
    where blocked.company_id = ${p.companyId} and blocked.user_id = ${p.userId}
  `,
);

type FoundAccount = Pick<User, "username" | "role" | "companyId">;

/**
 * Finds an account that belongs to the company or has written, voted or reported in it. Other
 * accounts are not found, so that nobody can look up their e-mail addresses.
 */
export const findBlockable = statement<OfAccount, FoundAccount>(
  "find_blockable",
  (p) => sql`
    select ${shownUsername(p.companyId)} as username, u.role, u.home_company_id as company_id
    from user_account u
    where u.id = ${p.userId} and (
      u.home_company_id = ${p.companyId}
      or exists (select from feedback_item where company_id = ${p.companyId} and user_id = u.id)
      or exists (select from comment where company_id = ${p.companyId} and user_id = u.id)
      or exists (select from user_vote where company_id = ${p.companyId} and user_id = u.id)
      or exists (select from report where company_id = ${p.companyId} and user_id = u.id)
    )
  `,
);

/** Blocks an account. Returns nothing if the account is already blocked. */
export const insertBlock = statement<OfAccount & { blockedById: number }, { userId: number }>(
  "insert_block",
  (p) => sql`
    insert into blocked_account (company_id, user_id, blocked_by_id)
    values (${p.companyId}, ${p.userId}, ${p.blockedById})
    on conflict do nothing
    returning user_id
  `,
);

/** Unblocks an account. Returns nothing if the account is not blocked. */
export const deleteBlock = statement<OfAccount, { userId: number }>(
  "delete_block",
  (p) => sql`
    delete from blocked_account where company_id = ${p.companyId} and user_id = ${p.userId}
    returning user_id
  `,
);
