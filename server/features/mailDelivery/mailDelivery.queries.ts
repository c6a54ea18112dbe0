import { sql } from "#server/platform/db/sql.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import { statement } from "#server/platform/db/statement.ts";

/** `entry` is a mail about one changelog entry, and `immediate` one about one item. */
export type DeliveryKind = "immediate" | "daily" | "weekly" | "entry";

/**
 * Maximum number of uncertain attempts. An attempt is uncertain if the mail server did not respond
 * and the mail may have arrived. Unless a process is killed, the recipient therefore gets the mail
 * at most this many times.
 */
export const MAX_UNCERTAIN_ATTEMPTS = 2;

/**
 * Stored in place of the mail server's response if the process was killed during an attempt that
 * followed an uncertain attempt.
 */
const STOPPED = "The portal was stopped while it sent the mail. The mail may have arrived";

/** A mail that this process has claimed. */
export interface ClaimedDelivery {
  readonly companyId: number;
  readonly id: number;
  /** The account that gets the mail; null if a subscribed address gets it. */
  readonly userId: number | null;
  readonly subscriberId: number | null;
  readonly kind: DeliveryKind;
  readonly feedbackId: number | null;
  readonly entryId: number | null;
  /** Number of earlier attempts, whether or not the mail server responded. */
  readonly attempts: number;
  /** Number of earlier uncertain attempts (see `MAX_UNCERTAIN_ATTEMPTS`). */
  readonly uncertainAttempts: number;
  /** Time at which the delivery was created, in ISO 8601, UTC. */
  readonly createdAt: string;
}

/**
 * Milliseconds for which a claimed mail belongs to the process that claimed it. The lease is longer
 * than the longest time that the mail server can take for a response.
 */
export const LEASE_MS = 6 * 60_000;

const claimedColumns = sql`company_id, id, user_id, subscriber_id, kind, feedback_id, entry_id,
  attempts, uncertain_attempts, created_at`;

const lease = sql`now() + make_interval(secs => ${sql.lit(LEASE_MS / 1000)})`;

/**
 * Lists up to 1,000 companies with a mail that is due now, in random order, so that several
 * processes do not all begin with the same company. Leaves out closed and read-only companies. Each
 * of the three recursive queries reads one index entry per company.
 */
export const listCompaniesWithMail = statement<object, { companyId: number }>(
  "list_companies_with_mail",
  () => sql`
    with recursive gathering (company_id, due_at) as (
      (select company_id, mail_due_at from notification where mail = 'due'
        order by company_id, mail_due_at limit 1)
      union all
      select following.company_id, following.mail_due_at from gathering, lateral (
        select company_id, mail_due_at from notification
        where mail = 'due' and company_id > gathering.company_id
        order by company_id, mail_due_at limit 1
      ) following
    ), waiting (company_id, due_at) as (
      (select company_id, next_attempt_at from mail_delivery
        where state = 'waiting' order by company_id, next_attempt_at limit 1)
      union all
      select following.company_id, following.next_attempt_at from waiting, lateral (
        select company_id, next_attempt_at from mail_delivery
        where state = 'waiting' and company_id > waiting.company_id
        order by company_id, next_attempt_at limit 1
      ) following
    ), unfinished (company_id, due_at) as (
      (select company_id, next_attempt_at from mail_delivery
        where state in ('sending', 'deferred') order by company_id, next_attempt_at limit 1)
      union all
      select following.company_id, following.next_attempt_at from unfinished, lateral (
        select company_id, next_attempt_at from mail_delivery
        where state in ('sending', 'deferred') and company_id > unfinished.company_id
        order by company_id, next_attempt_at limit 1
      ) following
    )
    select id as company_id from company
    where closed_at is null and read_only_since is null and id in (
      select company_id from gathering where due_at <= now()
      union select company_id from unfinished where due_at <= now()
      union select company_id from waiting where due_at <= now()
    )
    order by random()
    limit 1000
  `,
);

/**
 * Claims a mail whose next attempt is due, or whose lease has ended because the sending process was
 * killed. The attempt of the killed process is counted. If an earlier attempt of the mail was
 * uncertain, the attempt of the killed process is also counted as uncertain.
 */
export const claimUnfinishedDelivery = statement<{ companyId: number }, ClaimedDelivery>(
  "claim_unfinished_delivery",
  (p) => sql`
    update mail_delivery set state = 'sending', next_attempt_at = ${lease},
      attempts = attempts + case state when 'sending' then 1 else 0 end,
      uncertain_attempts = uncertain_attempts
        + case when state = 'sending' and uncertain_attempts > 0 then 1 else 0 end,
      response = case when state = 'sending' and uncertain_attempts > 0
        then ${sql.lit(STOPPED)} else response end
    where company_id = ${p.companyId} and id = (
      select id from mail_delivery
      where company_id = ${p.companyId} and state in ('sending', 'deferred')
        and next_attempt_at <= now()
      order by next_attempt_at limit 1
      for update skip locked
    )
    returning ${claimedColumns}
  `,
);

/**
 * Claims a mail to a subscribed address that was not tried yet. The mails about items come first,
 * because they are few and these may be 100,000.
 */
export const claimWaitingDelivery = statement<{ companyId: number }, ClaimedDelivery>(
  "claim_waiting_delivery",
  (p) => sql`
    update mail_delivery set state = 'sending', next_attempt_at = ${lease}
    where company_id = ${p.companyId} and id = (
      select id from mail_delivery
      where company_id = ${p.companyId} and state = 'waiting' and next_attempt_at <= now()
      order by next_attempt_at limit 1
      for update skip locked
    )
    returning ${claimedColumns}
  `,
);

/** A due notification, which determines the mail that is created next. */
interface DueNotification {
  userId: number;
  feedbackId: number | null;
  entryId: number | null;
  pace: DeliveryKind;
}

/**
 * Whether a notification `n` was created so long ago that its change can no longer be undone. Only
 * such a notification becomes part of a mail before its own `NOTIFY_DELAY` has passed.
 */
const cannotBeUndone = sql`n.created_at <= now() - make_interval(secs => ${sql.lit(UNDO_SECONDS)})`;

/**
 * Returns a due notification for an account whose notifications no other transaction is gathering.
 * Locks the account for gathering until the transaction ends.
 */
export const lockDueNotification = statement<{ companyId: number }, DueNotification>(
  "lock_due_notification",
  (p) => sql`
    select n.user_id, n.feedback_id, n.entry_id, n.mail_pace as pace
    from notification n join user_account u on u.id = n.user_id
    where n.company_id = ${p.companyId} and n.mail = 'due' and n.mail_due_at <= now()
      and (n.mail_pace in ('immediate', 'entry') or ${cannotBeUndone})
    order by n.mail_due_at limit 1
    for no key update of u skip locked
  `,
);

/**
 * Creates one mail of an account's notifications with the same pace. An immediate mail gathers all
 * such notifications about one item, including those that are not due yet but can no longer be
 * undone. A digest gathers the due notifications about all items. Returns nothing if another process
 * has already gathered them.
 */
export const insertDelivery = statement<DueNotification & { companyId: number }, ClaimedDelivery>(
  "insert_delivery",
  (p) => sql`
    with gathered as (
      select n.id from notification n
      where n.company_id = ${p.companyId} and n.user_id = ${p.userId} and n.mail = 'due'
        and n.mail_pace = ${p.pace}
        and case n.mail_pace when 'entry' then n.entry_id = ${p.entryId} when 'immediate'
          then n.feedback_id = ${p.feedbackId} and (n.mail_due_at <= now() or ${cannotBeUndone})
          else n.mail_due_at <= now() and ${cannotBeUndone} end
    ), inserted as (
      insert into mail_delivery
        (company_id, user_id, kind, feedback_id, entry_id, state, next_attempt_at)
      select ${p.companyId}, ${p.userId}, ${p.pace},
        case when ${p.pace}::text = 'immediate' then ${p.feedbackId}::bigint end,
        case when ${p.pace}::text = 'entry' then ${p.entryId}::bigint end, 'sending', ${lease}
      where exists (select from gathered)
      returning ${claimedColumns}
    ), marked as (
      update notification n set mail = 'mailed', delivery_id = inserted.id
      from inserted
      where n.company_id = ${p.companyId} and n.id in (select id from gathered)
    )
    select * from inserted
  `,
);

interface DeliveryKey {
  companyId: number;
  deliveryId: number;
}

/** Finds the account or the subscribed address of a delivery. */
export const findDeliveryRecipient = statement<
  DeliveryKey,
  { username: string; unsubscribeToken: string | null }
>(
  "find_delivery_recipient",
  (p) => sql`
    select coalesce(u.username, s.address) as username,
      coalesce(u.unsubscribe_token, s.token) as unsubscribe_token
    from mail_delivery d left join user_account u on u.id = d.user_id
    left join changelog_subscriber s on s.company_id = d.company_id and s.id = d.subscriber_id
    where d.company_id = ${p.companyId} and d.id = ${p.deliveryId}
  `,
);

/**
 * Records the final outcome of a mail. If `response` is null, the stored response does not change.
 */
export const finishDelivery = statement<
  DeliveryKey & { state: "sent" | "failed" | "suppressed" | "dropped"; response: string | null },
  never
>(
  "finish_delivery",
  (p) => sql`
    update mail_delivery set state = ${p.state}, response = coalesce(${p.response}::text, response),
      next_attempt_at = null, finished_at = now(),
      attempts = attempts + case
        when ${p.state}::text in ('sent', 'failed') and ${p.response}::text is not null then 1 else 0 end
    where company_id = ${p.companyId} and id = ${p.deliveryId}
  `,
);

/** Records an unsuccessful attempt, and schedules the next attempt. */
export const deferDelivery = statement<
  DeliveryKey & { response: string; seconds: number; isUncertain: boolean },
  never
>(
  "defer_delivery",
  (p) => sql`
    update mail_delivery set state = 'deferred', response = ${p.response},
      attempts = attempts + 1,
      uncertain_attempts = uncertain_attempts + case when ${p.isUncertain} then 1 else 0 end,
      next_attempt_at = now() + make_interval(secs => ${p.seconds}::float8)
    where company_id = ${p.companyId} and id = ${p.deliveryId}
  `,
);

/** Postpones the next attempt of a mail that an earlier attempt has possibly sent. */
export const postponeDelivery = statement<DeliveryKey & { seconds: number }, never>(
  "postpone_delivery",
  (p) => sql`
    update mail_delivery set state = 'deferred',
      next_attempt_at = now() + make_interval(secs => ${p.seconds}::float8)
    where company_id = ${p.companyId} and id = ${p.deliveryId}
  `,
);

/**
 * Deletes a mail that was never sent, and postpones its notifications and all other notifications
 * of the account that wait to be mailed. Immediate notifications become part of a daily digest,
 * because many single mails would again be above the limit.
 */
export const releaseDelivery = statement<DeliveryKey & { userId: number; seconds: number }, never>(
  "release_delivery",
  (p) => sql`
    with released as (
      update notification set mail = 'due', delivery_id = null,
        mail_pace = case when mail_pace in ('immediate', 'entry') then 'daily' else mail_pace end,
        mail_due_at = greatest(mail_due_at, now() + make_interval(secs => ${p.seconds}::float8))
      where company_id = ${p.companyId} and user_id = ${p.userId}
        and (mail = 'due' or mail = 'mailed' and delivery_id = ${p.deliveryId})
    )
    delete from mail_delivery where company_id = ${p.companyId} and id = ${p.deliveryId}
  `,
);

/** Maximum number of rows that one statement deletes. */
const SLICE = 1000;

/**
 * Deletes up to `SLICE` finished deliveries of any company: sent deliveries that were created more
 * than 30 days ago, and others that were created more than 90 days ago. Notifications are deleted
 * after 90 days as well. If the delivery of a stored, mailed notification no longer exists, the
 * mail was therefore sent.
 */
export const deleteSomeOldDeliveries = statement<object, { id: number }>(
  "delete_some_old_deliveries",
  () => sql`
    delete from mail_delivery where (company_id, id) in (
      select company_id, id from mail_delivery
      where created_at < now() - interval '30 days' and state not in ('waiting', 'sending', 'deferred')
        and (state = 'sent' or created_at < now() - interval '90 days')
      order by created_at, id limit ${sql.lit(SLICE)}
    )
    returning id
  `,
);
