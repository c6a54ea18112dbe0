import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The demo people are notified of demo activities that are at most this many days old. */
const DAYS = 60;

/** Age in days from which a demo notification is marked as read. */
const READ_AFTER_DAYS = 10;

/**
 * Inserts the activities of the last `DAYS` days, and the notifications that the given people get
 * of these activities. Authors and voters are notified of changes of status and of the team's
 * comments, and admins are notified of new items. No notification is mailed.
 */
export const insertDemoNotifications = statement<
  { companyId: number; people: number[]; origin: string },
  never
>(
  "insert_demo_notifications",
  (p) => sql`
    with since as (select now() - make_interval(days => ${sql.lit(DAYS)}) as start),
    person as (
      select id, role = 'company_admin' as is_admin from user_account
      where id = any (${p.people}::bigint[])
    ), happened as (
      select 'status_changed' as kind, s.feedback_id, s.user_id, s.created_at, jsonb_build_object(
        'fromStatus', s.from_status, 'toStatus', s.to_status, 'note', s.note, 'isSilent', false) as data
      from status_change s, since where s.company_id = ${p.companyId} and s.created_at > since.start
      union all
      select 'comment_added', c.feedback_id, c.user_id, c.created_at,
        jsonb_build_object('commentId', c.id, 'commentsCount', 1, 'isByTeam', true)
      from comment c join person on person.id = c.user_id and person.is_admin, since
      where c.company_id = ${p.companyId} and c.visibility = 'public' and c.created_at > since.start
      union all
      select 'item_submitted', f.id, f.user_id, f.created_at, '{}'
      from feedback_item f, since
      where f.company_id = ${p.companyId} and f.state = 'open' and f.created_at > since.start
    ), stored as (
      insert into activity (company_id, feedback_id, kind, actor_id, data, origin, created_at)
      select ${p.companyId}, feedback_id, kind, user_id, data, ${p.origin}, created_at
      from happened order by created_at
      returning id, feedback_id, kind, actor_id, created_at
    ), linked as (
      update status_change s set activity_id = stored.id from stored
      where stored.kind = 'status_changed' and s.company_id = ${p.companyId}
        and s.feedback_id = stored.feedback_id and s.created_at = stored.created_at
    ), follower as (
      select v.feedback_id, v.user_id, 'voted' as reason
      from user_vote v join person on person.id = v.user_id
      where v.company_id = ${p.companyId} and v.is_following
        and not exists (
          select from feedback_item f
          where f.company_id = ${p.companyId} and f.id = v.feedback_id and f.user_id = v.user_id
        )
      union all
      select f.id, f.user_id, 'author' from feedback_item f join person on person.id = f.user_id
      where f.company_id = ${p.companyId}
    ), recipient as (
      select stored.id, stored.feedback_id, stored.created_at, follower.user_id, follower.reason
      from stored join follower on follower.feedback_id = stored.feedback_id
      where stored.kind <> 'item_submitted' and follower.user_id is distinct from stored.actor_id
      union all
      select stored.id, stored.feedback_id, stored.created_at, person.id, 'admin'
      from stored, person
      where stored.kind = 'item_submitted' and person.is_admin
        and person.id is distinct from stored.actor_id
    )
    insert into notification
      (company_id, user_id, activity_id, feedback_id, reason, created_at, read_at, mail)
    select ${p.companyId}, user_id, id, feedback_id, reason, created_at,
      case when created_at < now() - make_interval(days => ${sql.lit(READ_AFTER_DAYS)})
        then created_at + interval '3 hours' end,
      'off'
    from recipient order by created_at, user_id
  `,
);

/** Writes the changes of statuses into the audit log, from a range of documentation (RFC 5737). */
export const insertDemoAuditEntries = statement<{ companyId: number }, never>(
  "insert_demo_audit_entries",
  (p) => sql`
    insert into audit_entry
      (company_id, actor_id, actor_username, action, subject, details, ip, created_at)
    select ${p.companyId}, u.id, u.username, 'feedback.update', f.title,
      jsonb_build_object('status', jsonb_build_object('from', s.from_status, 'to', s.to_status)),
      '192.0.2.' || (10 + u.id % 200), s.created_at
    from status_change s
    join feedback_item f on f.company_id = s.company_id and f.id = s.feedback_id
    join user_account u on u.id = s.user_id
    where s.company_id = ${p.companyId} and s.created_at > now() - make_interval(days => ${sql.lit(DAYS)})
    order by s.created_at
  `,
);

/** Marks the latest notification of each of these people as due for mailing. */
export const mailDemoNotifications = statement<{ companyId: number; people: number[] }, never>(
  "mail_demo_notifications",
  (p) => sql`
    update notification set mail = 'due', mail_pace = 'immediate', mail_due_at = now()
    where company_id = ${p.companyId} and id in (
      select max(id) from notification
      where company_id = ${p.companyId} and user_id = any (${p.people}::bigint[])
      group by user_id
    )
  `,
);
