import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

/** An item about which an account got mails as one of the item's followers. */
export interface MailedItem {
  feedbackId: number;
  title: string;
  /** Whether the account has turned off the notifications about this item. */
  isOff: boolean;
}

/** Returns SQL for the id of the item or, if the item is merged, of its target. */
const targetOf = (companyId: number, feedbackId: number | Sql) => sql`(
  select coalesce(merged_into_id, id) from feedback_item
  where company_id = ${companyId} and id = ${feedbackId}
)`;

/** Maximum number of notifications that are read, and maximum number of items that are listed. */
const RECENT_NOTIFICATIONS = 100;
const MAX_ITEMS = 10;

/**
 * Lists the items of an account's latest mails, newest first. Omits items about which the account
 * was notified only as an admin, because the account's setting for new feedback controls those
 * mails. Lists the target of a merged item instead of the merged item, because later mails are about
 * the target.
 */
export const listMailedItems = statement<Visibility<number>, MailedItem>(
  "list_mailed_items",
  (p) => sql`
    with recent as (
      select feedback_id, id from notification
      where company_id = ${p.companyId} and user_id = ${p.viewerId}
        and mail = 'mailed' and reason <> 'admin'
      order by id desc limit ${sql.lit(RECENT_NOTIFICATIONS)}
    ), mailed as (
      select ${targetOf(p.companyId, sql`recent.feedback_id`)} as feedback_id,
        max(id) as latest_id
      from recent group by 1
    )
    select f.id as feedback_id, f.title, coalesce(fo.level = 'off', false) as is_off
    from mailed
    join feedback_item f on f.company_id = ${p.companyId} and f.id = mailed.feedback_id
    join board b on b.company_id = f.company_id and b.id = f.board_id
    left join follow fo on fo.company_id = f.company_id and fo.feedback_id = f.id
      and fo.user_id = ${p.viewerId}
    where ${canSeeItem(p)}
    order by mailed.latest_id desc limit ${sql.lit(MAX_ITEMS)}
  `,
);

type OfAccount = Pick<Visibility<number>, "companyId" | "viewerId">;

/** Whether the account gets the company's changelog by mail. */
export const isSubscribedToChangelog = statement<OfAccount, { companyName: string }>(
  "is_subscribed_to_changelog",
  (p) => sql`
    select c.name as company_name
    from changelog_subscriber s join company c on c.id = s.company_id
    where s.company_id = ${p.companyId} and s.user_id = ${p.viewerId}
  `,
);

/** Ends the account's subscription. Waiting mails are not sent, because it is checked before. */
export const endChangelogSubscription = statement<OfAccount, never>(
  "end_changelog_subscription",
  (p) => sql`
    delete from changelog_subscriber
    where company_id = ${p.companyId} and user_id = ${p.viewerId}
  `,
);

type OnItem = Visibility<number> & { feedbackId: number };

/**
 * Turns off the notifications about an item, or about the target of a merged item, for an account
 * that can see the item or the target.
 */
export const stopFollowing = statement<OnItem, never>(
  "stop_following",
  (p) => sql`
    insert into follow (company_id, feedback_id, user_id, level)
    select f.company_id, f.id, ${p.viewerId}, 'off'
    from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
    where f.company_id = ${p.companyId} and f.id = ${targetOf(p.companyId, p.feedbackId)}
      and ${canSeeItem(p)}
    on conflict (company_id, feedback_id, user_id)
      do update set level = 'off', merged_from_id = null
  `,
);

/**
 * Turns off an account's waiting mails about an item and about the target of a merged item, except
 * mails that the account gets as an admin of the company.
 */
export const turnOffWaitingMailsOfItem = statement<Omit<OnItem, "canSeePrivate">, never>(
  "turn_off_waiting_mails_of_item",
  (p) => sql`
    update notification set mail = 'off', mail_pace = null, mail_due_at = null
    where company_id = ${p.companyId} and feedback_id in (${p.feedbackId}, ${targetOf(p.companyId, p.feedbackId)})
      and user_id = ${p.viewerId} and mail = 'due' and reason <> 'admin'
  `,
);
