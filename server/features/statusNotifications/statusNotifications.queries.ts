import { sql } from "#server/platform/db/sql.ts";
import type { Audience, NotifiedChange, NotifiedOutcomes } from "#contract/statusNotifications.ts";
import { AUDIENCE_COUNT_LIMIT } from "#contract/statusNotifications.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** One row more than the limit is read, so that the result shows whether there are more rows. */
const COUNTED_ROWS = sql.lit(AUDIENCE_COUNT_LIMIT + 1);
const LIMIT = sql.lit(AUDIENCE_COUNT_LIMIT);

/**
 * Counts up to `AUDIENCE_COUNT_LIMIT` people whom a change of the item's status would notify: the
 * item's active followers except the viewer. On a private board, only admins among the followers
 * are counted. Followers who are blocked in the company are not counted. Returns nothing for an
 * unknown item. The system runs this statement, because a company's own role sees neither the pace
 * of accounts nor suppressed e-mail addresses.
 * @param mustConfirm whether only confirmed addresses get mails
 */
export const countAudience = statementByShape((mustConfirm: boolean) =>
  statement<{ companyId: number; feedbackId: number; viewerId: number }, Audience>(
    "count_audience",
    (p) => sql`
      with item as materialized (
        select f.company_id, f.id, f.user_id, b.is_private
        from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
        where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
      ), follower as (
        select w.user_id
        from item join follow w on w.company_id = item.company_id and w.feedback_id = item.id
        where w.level <> 'off'
        union all
        select v.user_id
        from item join user_vote v on v.company_id = item.company_id and v.feedback_id = item.id
        where v.is_following and not exists (
          select from follow w where w.company_id = v.company_id and w.feedback_id = v.feedback_id
            and w.user_id = v.user_id
        )
        union all
        select item.user_id
        from item
        where not exists (
          select from follow w where w.company_id = item.company_id and w.feedback_id = item.id
            and w.user_id = item.user_id
        ) and not exists (
          select from user_vote v where v.company_id = item.company_id and v.feedback_id = item.id
            and v.user_id = item.user_id and v.is_following
        )
      ), recipient as (
        select u.username,
          u.email_pace <> 'off' and ${mustConfirm ? sql`u.confirmed_at is not null` : sql`true`}
            as wants_mail
        from item cross join follower join user_account u on u.id = follower.user_id
        where u.is_active and u.id <> ${p.viewerId}
          and (not item.is_private or u.role = 'super_admin'
            or (u.role, u.home_company_id) = ('company_admin', ${p.companyId}))
          and not ${isBlockedIn(p.companyId, sql.ref("u.id"))}
        limit ${COUNTED_ROWS}
      )
      select least(counted.total, ${LIMIT}) as total, least(counted.by_email, ${LIMIT}) as by_email,
        counted.total > ${LIMIT} as is_capped
      from item cross join (
        select count(*) as total, count(*) filter (where wants_mail and not exists (
          select from mail_suppression s where s.address = lower(recipient.username collate "C")
        )) as by_email
        from recipient
      ) counted
    `,
  ),
);

/**
 * A row of the list. For an item without listed changes, the list has one row, whose `id` is null.
 */
type ListedChange = NotifiedChange | Record<keyof NotifiedChange, null>;

/**
 * Lists an item's newest changes of status. A silent change, which notified nobody, is always
 * listed. Another change is listed only while its activity is stored, because the notifications are
 * deleted before the activity. Returns nothing for an unknown item.
 */
export const listNotifiedChanges = statementByShape((rows: number) =>
  statement<{ companyId: number; feedbackId: number }, ListedChange>(
    "list_notified_changes",
    (p) => sql`
      with item as materialized (
        select company_id, id from feedback_item
        where company_id = ${p.companyId} and id = ${p.feedbackId}
      )
      select c.id, c.is_silent, least(c.total, ${LIMIT}) as total, c.total > ${LIMIT} as is_capped,
        case when c.id is not null then exists (
          select from activity a
          where a.company_id = c.company_id and a.id = c.activity_id and a.pending <> '{}'
        ) end as is_pending
      from item
      left join lateral (
        select s.company_id, s.id, s.is_silent, s.activity_id, (
          select count(*) from (
            select from notification n
            where n.company_id = s.company_id and n.activity_id = s.activity_id
            limit ${COUNTED_ROWS}
          ) counted
        ) as total
        from status_change s
        where s.company_id = item.company_id and s.feedback_id = item.id
          and (s.is_silent or s.activity_id is not null)
        order by s.id desc limit ${sql.lit(rows)}
      ) c on true
      order by c.id desc
    `,
  ),
);

/**
 * Counts the notifications about a change of status by outcome. Returns nothing for an unknown
 * change of status.
 */
export const countNotified = statement<
  { companyId: number; feedbackId: number; changeId: number },
  NotifiedOutcomes
>(
  "count_notified",
  (p) => sql`
    with change as materialized (
      select company_id, activity_id from status_change
      where company_id = ${p.companyId} and feedback_id = ${p.feedbackId} and id = ${p.changeId}
    )
    select counted.*
    from change
    cross join lateral (
      select count(*) filter (where outcome = 'sent') as mailed,
        count(*) filter (where outcome in ('immediate', 'sending', 'deferred')) as waiting,
        count(*) filter (where outcome in ('daily', 'weekly')) as digest,
        count(*) filter (where outcome = 'off') as off,
        count(*) filter (where outcome = 'suppressed') as suppressed,
        count(*) filter (where outcome = 'failed') as failed,
        count(*) filter (where outcome = 'dropped') as dropped
      from (
        select case n.mail
          when 'due' then n.mail_pace
          -- A delivery that is already deleted was sent.
          when 'mailed' then coalesce(d.state, 'sent')
          else n.mail end as outcome
        from notification n
        left join mail_delivery d on d.company_id = n.company_id and d.id = n.delivery_id
        where n.company_id = change.company_id and n.activity_id = change.activity_id
      ) outcomes
    ) counted
  `,
);
