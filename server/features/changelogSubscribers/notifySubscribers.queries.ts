import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The name under which the activity of a published entry waits for the subscribers' notifications. */
export const SUBSCRIBERS_CONSUMER = "notifySubscribers";

/**
 * Stores that consumers, such as the one that tells subscribers, are to handle a published entry.
 * Call this in the transaction of the publication. Followers of the entry's items are notified first.
 */
export const insertEntryActivity = statement<
  {
    companyId: number;
    entryId: number;
    actorId: number | null;
    origin: string;
    /** Names of the consumers. */
    consumers: readonly string[];
  },
  never
>(
  "insert_entry_activity",
  (p) => sql`
    insert into activity (company_id, entry_id, kind, actor_id, origin, pending)
    values (${p.companyId}, ${p.entryId}, 'entry_published', ${p.actorId}, ${p.origin},
      (select jsonb_object_agg(name, null) from unnest(${p.consumers}::text[]) name))
  `,
);

/** Maximum number of subscribers that one slice examines. */
const SLICE = 1000;

interface Params {
  companyId: number;
  activityId: number;
  /** The last subscriber that was examined. */
  afterId: number;
  delaySeconds: number;
  /** Whether no mails are sent to unconfirmed addresses. */
  mustConfirm: boolean;
}

/** What a slice did. */
interface SubscribersSlice {
  /** Whether followers of the entry's items must be notified first. Then nobody was examined. */
  mustWait: boolean;
  /** The last examined subscriber; null if the slice examined all subscribers. */
  next: number | null;
  /** The number of subscribers for whom a notification or a mail was inserted. */
  notified: number;
}

/** The activities about the items of the published entry. */
const itemActivities = sql`
  select a.company_id, a.id, a.pending from activity a join told on told.company_id = a.company_id
  where a.kind = 'changelog_published' and (a.data ->> 'entryId')::bigint = told.entry_id`;

/**
 * Whether the account `u` is told of the entry as a follower of one of its items. With
 * a condition, only such a notification `n` counts.
 */
const isTold = (condition = sql``) => sql`exists (
  select from notification n
  where n.company_id = told.company_id and n.activity_id = any (told.item_activities)
    and n.user_id = u.id ${condition}
)`;

/** Inserts the notifications of the candidates with an account. */
const notificationsOfAccounts = (p: Params) => sql`
  insert into notification
    (company_id, user_id, activity_id, entry_id, reason, mail, mail_pace, mail_due_at, read_at)
  select told.company_id, u.id, told.activity_id, told.entry_id, 'subscribed', mail.state,
    case when mail.state <> 'off' then replace(u.email_pace, 'immediate', 'entry') end,
    case when mail.state = 'due' then mail_due_at(u.email_pace, u.time_zone,
      make_interval(secs => ${p.delaySeconds}), told.created_at) end,
    now()
  from candidate c cross join ready told
  -- With a limit, PostgreSQL looks up each account and never reads all of them.
  cross join lateral (select * from user_account where id = c.user_id limit 1) u
  cross join lateral (
    select case when u.email_pace = 'off' or ${p.mustConfirm} and u.confirmed_at is null
        then 'off'
      when exists (
        select from mail_suppression m where m.address = lower(u.username collate "C")
      ) then 'suppressed' else 'due' end as state
  ) mail
  where u.is_active and u.id is distinct from told.actor_id
    and not ${isBlockedIn(sql.ref("told.company_id"), sql.ref("u.id"))} and not ${isTold()}
  on conflict (company_id, activity_id, user_id) do nothing
  returning user_id
`;

/** Inserts the mails to the candidates with an address. */
const mailsToAddresses = (p: Params) => sql`
  insert into mail_delivery
    (company_id, subscriber_id, kind, entry_id, state, next_attempt_at, finished_at)
  select told.company_id, c.id, 'entry', told.entry_id,
    case when suppressed.is_so then 'suppressed' else 'waiting' end,
    case when not suppressed.is_so
      then told.created_at + make_interval(secs => ${p.delaySeconds}) end,
    case when suppressed.is_so then now() end
  from candidate c cross join ready told
  cross join lateral (
    select exists (select from mail_suppression m where m.address = c.address) as is_so
  ) suppressed
  where c.address is not null and not exists (
    select from user_account u where lower(u.username collate "C") = c.address and u.is_active
      and (u.id is not distinct from told.actor_id
        or ${isTold(sql`and n.mail <> 'off'`)}
        or u.email_pace <> 'off' and (u.confirmed_at is not null or not ${p.mustConfirm})
          and exists (
            select from changelog_subscriber own
            where own.company_id = told.company_id and own.user_id = u.id
          ))
  )
  on conflict (company_id, entry_id, subscriber_id) where subscriber_id is not null do nothing
  returning subscriber_id
`;

/**
 * Inserts the notifications of accounts and the mails to addresses for the next `SLICE` subscribers
 * of a published entry. Nobody gets two mails: neither a follower of one of its items, nor an
 * account that has also subscribed its address.
 */
export const insertEntryNotifications = statement<Params, SubscribersSlice>(
  "insert_entry_notifications",
  (p) => sql`
    with told as materialized (
      select a.company_id, a.id as activity_id, a.actor_id, a.entry_id, a.created_at
      from activity a
      join company c on c.id = a.company_id and c.closed_at is null
      join changelog_entry e on e.company_id = a.company_id and e.id = a.entry_id
      where a.company_id = ${p.companyId} and a.id = ${p.activityId} and e.state = 'published'
    ), of_items as materialized (${itemActivities}),
    ready as materialized (
      select told.*, array(select id from of_items) as item_activities from told
      where not exists (select from of_items where pending <> '{}')
    ),
    candidate as materialized (
      select s.id, s.user_id, s.address from changelog_subscriber s
      where s.company_id = ${p.companyId} and s.id > ${p.afterId} and s.state = 'subscribed'
        and exists (select from ready)
      order by s.id limit ${sql.lit(SLICE)}
    ), inserted as (${notificationsOfAccounts(p)}),
    mailed as (${mailsToAddresses(p)})
    select exists (select from told) and not exists (select from ready) as must_wait,
      (select count(*) from inserted) + (select count(*) from mailed) as notified,
      case when (select count(*) from candidate) = ${sql.lit(SLICE)}
        then (select max(id) from candidate) end as next
  `,
);
