import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Notification } from "#contract/notifications.ts";
import { UNREAD_COUNT_LIMIT } from "#contract/notificationLimits.ts";
import { NOTIFICATION_COUNT_LIMIT } from "#contract/notifications.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";

/**
 * Returns the newest `rows` notifications of the viewer before `beforeId`, newest first, about
 * items that the viewer can see now. A deleted comment has no excerpt, and neither has a comment
 * that is at an item that the viewer cannot see.
 */
export const listNotifications = statementByShape((rows: number) =>
  statement<Visibility<number> & { beforeId: number }, Notification>(
    "list_notifications",
    (p) => sql`
      select n.id, a.kind, n.feedback_id, f.title, n.reason, actor.full_name as actor_name,
        ${pictureUrl("actor")} as actor_picture_url,
        a.data ->> 'toStatus' as to_status, a.data ->> 'reason' as close_reason,
        (a.data ->> 'commentId')::bigint as comment_id,
        left(case a.kind
          when 'status_changed' then a.data ->> 'note'
          when 'item_closed' then a.data ->> 'note'
          when 'note_added' then (
            select m.content from comment m
            where m.company_id = a.company_id and m.id = (a.data ->> 'commentId')::bigint
          )
          when 'comment_added' then (
            -- A merge can have moved the comment to an item that the viewer cannot see.
            select m.content from comment m
            join feedback_item f on f.company_id = m.company_id and f.id = m.feedback_id
            join board b on b.company_id = f.company_id and b.id = f.board_id
            where m.company_id = a.company_id and m.id = (a.data ->> 'commentId')::bigint
              and ${canSeeItem(p)}
          )
        end, 300) as excerpt,
        case when e.id is not null then jsonb_build_object('title', e.title, 'slug', e.slug) end
          as changelog_entry,
        n.read_at is not null as is_read, n.created_at
      from notification n
      join activity a on a.company_id = n.company_id and a.id = n.activity_id
      join feedback_item f on f.company_id = n.company_id and f.id = n.feedback_id
      join board b on b.company_id = f.company_id and b.id = f.board_id
      left join user_account actor on actor.id = a.actor_id
      left join changelog_entry e on a.kind = 'changelog_published' and e.company_id = a.company_id
        and e.id = (a.data ->> 'entryId')::bigint and e.state = 'published'
      where n.company_id = ${p.companyId} and n.user_id = ${p.viewerId} and n.id < ${p.beforeId}
        and ${canSeeItem(p)} and (a.kind <> 'changelog_published' or e.id is not null)
        and (a.kind <> 'note_added' or ${p.canSeePrivate}::boolean)
      order by n.id desc limit ${sql.lit(rows)}
    `,
  ),
);

/** The number of rejected posts that the viewer has not read. */
const unreadRejections = (p: Record<"companyId" | "viewerId", unknown>) => sql`(
  select count(*) from rejected_post
  where company_id = ${p.companyId} and user_id = ${p.viewerId} and not is_read)`;

/**
 * Counts the viewer's notifications about items that the viewer can see now. Examines at most 100
 * unread notifications, or at most 1,000 notifications for the total, so that the statement reads a
 * limited number of rows.
 */
export const countNotifications = statementByShape((which: "unread" | "all") =>
  statement<Visibility<number>, { total: number }>(
    "count_notifications",
    (p) => sql`
      select ${which === "unread" ? sql`least(${sql.lit(UNREAD_COUNT_LIMIT)}, count(*) + ${unreadRejections(p)})` : sql`count(*)`} as total from (
        select company_id, feedback_id from notification
        where company_id = ${p.companyId} and user_id = ${p.viewerId}
          ${which === "unread" ? sql`and read_at is null` : sql``}
        limit ${sql.lit(which === "unread" ? UNREAD_COUNT_LIMIT : NOTIFICATION_COUNT_LIMIT)}
      ) n
      -- A subquery, because PostgreSQL could read all items for a join.
      -- Notifications about changelog entries are only mailed.
      where n.feedback_id is not null and (${p.canSeePrivate} or (
        select (f.state <> 'pending' or f.user_id = ${p.viewerId}::bigint)
          and f.board_id <> all (array(
            select id from board where company_id = ${p.companyId} and is_private
          ))
        from feedback_item f
        where f.company_id = n.company_id and f.id = n.feedback_id
      ))
    `,
  ),
);

/** Maximum number of notifications that one statement marks as read or deletes. */
export const NOTIFICATION_SLICE = 1000;

/**
 * Marks up to `NOTIFICATION_SLICE` of the viewer's unread notifications as read. With "ids", marks
 * only notifications with the given ids. The rows are locked in the order of their ids, so that two
 * transactions cannot deadlock.
 */
export const markSomeRead = statementByShape((which: "ids" | "any") =>
  statement<{ companyId: number; viewerId: number; ids?: readonly number[] }, { id: number }>(
    "mark_some_read",
    (p) => sql`
      update notification n set read_at = now()
      from (
        select company_id, id from notification
        where company_id = ${p.companyId} and user_id = ${p.viewerId} and read_at is null
          ${which === "ids" ? sql`and id = any (${p.ids}::bigint[])` : sql``}
        order by id limit ${sql.lit(NOTIFICATION_SLICE)}
        for no key update
      ) unread
      where n.company_id = unread.company_id and n.id = unread.id
      returning n.id
    `,
  ),
);

/** Age after which notifications and activities are deleted. */
const KEPT = sql.lit("90 days");

/** Deletes up to `NOTIFICATION_SLICE` old notifications of all companies. */
export const deleteSomeOldNotifications = statement<object, { id: number }>(
  "delete_some_old_notifications",
  () => sql`
    delete from notification n
    using (
      select company_id, id from notification where created_at < now() - ${KEPT}::interval
      order by created_at limit ${sql.lit(NOTIFICATION_SLICE)}
    ) old
    where n.company_id = old.company_id and n.id = old.id
    returning n.id
  `,
);

/**
 * Deletes up to `NOTIFICATION_SLICE` old activities that have no notifications and wait for no
 * consumer.
 */
export const deleteSomeOldActivities = statement<object, { id: number }>(
  "delete_some_old_activities",
  () => sql`
    delete from activity a
    using (
      select company_id, id from activity old where created_at < now() - ${KEPT}::interval
        and not exists (
          select from notification n where n.company_id = old.company_id and n.activity_id = old.id
        )
        and pending = '{}'
      order by created_at limit ${sql.lit(NOTIFICATION_SLICE)}
    ) old
    where a.company_id = old.company_id and a.id = old.id
    returning a.id
  `,
);
