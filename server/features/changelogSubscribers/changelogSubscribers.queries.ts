import type { ChangelogSubscriber } from "#contract/changelogSubscribers.ts";
import { SUBSCRIBER_COUNT_LIMIT } from "#contract/changelogSubscribers.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfAccount {
  companyId: number;
  userId: number;
}

/** Whether the account is subscribed to the company's changelog. */
export const findSubscription = statement<OfAccount, { isSubscribed: boolean }>(
  "find_changelog_subscription",
  (p) => sql`
    select exists (
      select from changelog_subscriber
      where company_id = ${p.companyId} and user_id = ${p.userId}
    ) as is_subscribed
  `,
);

export const insertSubscription = statement<OfAccount, never>(
  "insert_changelog_subscription",
  (p) => sql`
    insert into changelog_subscriber (company_id, user_id, state, token)
    values (${p.companyId}, ${p.userId}, 'subscribed', null)
    on conflict (company_id, user_id) do nothing
  `,
);

export const deleteSubscription = statement<OfAccount, never>(
  "delete_changelog_subscription",
  (p) => sql`
    delete from changelog_subscriber where company_id = ${p.companyId} and user_id = ${p.userId}
  `,
);

/** Days for which an address that was not confirmed is stored. */
export const CONFIRMATION_DAYS = 7;

/**
 * Stores an address that waits for its confirmation. Returns nothing if the address is subscribed
 * already, or if a mail was asked for in the last ten minutes.
 * @param address in the form that `usernameKey` returns
 */
export const savePendingSubscriber = statement<
  { companyId: number; address: string },
  { id: number }
>(
  "save_pending_subscriber",
  (p) => sql`
    insert into changelog_subscriber as s (company_id, address, state)
    values (${p.companyId}, ${p.address}, 'pending')
    on conflict (company_id, address) do update set state = 'pending', changed_at = now()
      where s.state = 'unsubscribed'
        or (s.state = 'pending' and s.changed_at < now() - interval '10 minutes')
    returning id
  `,
);

/** Returns the address and the token of a subscriber who has not confirmed the address. */
export const findPendingSubscriber = statement<
  { companyId: number; subscriberId: number },
  { address: string; token: string }
>(
  "find_pending_subscriber",
  (p) => sql`
    select address, token from changelog_subscriber
    where company_id = ${p.companyId} and id = ${p.subscriberId} and state = 'pending'
  `,
);

/** A subscriber who was identified by the token of a link in a mail. */
export interface TokenSubscriber {
  companyId: number;
  id: number;
  address: string;
  state: "pending" | "subscribed" | "unsubscribed";
  companyName: string;
  logoUrl: string | null;
}

export const findSubscriberByToken = statement<{ token: string }, TokenSubscriber>(
  "find_subscriber_by_token",
  (p) => sql`
    select s.company_id, s.id, s.address, s.state, c.name as company_name,
      '/logos/' || c.id || '/' || l.file_id as logo_url
    from changelog_subscriber s join company c on c.id = s.company_id and c.closed_at is null
    left join company_logo l on l.company_id = s.company_id
    where s.token = ${p.token}::uuid
  `,
);

/**
 * Subscribes or unsubscribes the address of a link in a mail. Who subscribes by such a link reads the
 * address's mails, so an earlier bounce no longer suppresses the address.
 */
export const setSubscriberState = statement<
  { companyId: number; subscriberId: number; state: "subscribed" | "unsubscribed" },
  never
>(
  "set_subscriber_state",
  (p) => sql`
    with changed as (
      update changelog_subscriber set state = ${p.state}, changed_at = now(),
        created_at = case when ${p.state}::text = 'subscribed' then now() else created_at end
      where company_id = ${p.companyId} and id = ${p.subscriberId} and state <> ${p.state}
      returning address, state
    )
    delete from mail_suppression s using changed
    where s.address = changed.address and changed.state = 'subscribed'
  `,
);

interface Filter {
  companyId: number;
  /** A LIKE pattern for the address or the account's name. */
  pattern: string;
}

// The system runs these statements, because a company's own role sees only some accounts.
const matches = (p: Filter) => sql`
  changelog_subscriber s left join user_account u on u.id = s.user_id
  where s.company_id = ${p.companyId} and s.state = 'subscribed'
    and (coalesce(s.address, u.username) ilike ${p.pattern} or u.full_name ilike ${p.pattern})`;

/** Returns up to `rows` subscribers of a company after a position, newest first. */
export const listSubscribers = statement<
  Filter & { key: string; id: number; rows: number },
  ChangelogSubscriber
>(
  "list_changelog_subscribers",
  (p) => sql`
    select s.id, s.user_id, u.full_name, coalesce(s.address, u.username) as email,
      exists (
        select from mail_suppression m
        where m.address = coalesce(s.address, lower(u.username collate "C"))
      ) as is_suppressed,
      s.created_at
    from ${matches(p)} and (s.created_at, s.id) < (${p.key}::timestamptz, ${p.id}::bigint)
    order by s.created_at desc, s.id desc
    limit ${p.rows}
  `,
);

export const countSubscribers = statement<Filter, { total: number }>(
  "count_changelog_subscribers",
  (p) => sql`
    select count(*) as total from (
      select from ${matches(p)} limit ${sql.lit(SUBSCRIBER_COUNT_LIMIT)}
    ) counted
  `,
);

/** Removes a subscriber, and returns the address for the audit log. */
export const deleteSubscriber = statement<
  { companyId: number; subscriberId: number },
  { email: string; userId: number | null }
>(
  "delete_changelog_subscriber",
  (p) => sql`
    with deleted as (
      delete from changelog_subscriber
      where company_id = ${p.companyId} and id = ${p.subscriberId} and state = 'subscribed'
      returning address, user_id
    )
    select coalesce(d.address, u.username) as email, d.user_id
    from deleted d left join user_account u on u.id = d.user_id
  `,
);

/** Deletes addresses that were never confirmed, and those that were unsubscribed a month ago. */
export const deleteFormerSubscribers = statement<object, never>(
  "delete_former_subscribers",
  () => sql`
    delete from changelog_subscriber where state <> 'subscribed'
      and changed_at < now() - case state
        when 'pending' then make_interval(days => ${sql.lit(CONFIRMATION_DAYS)})
        else interval '30 days' end
  `,
);
