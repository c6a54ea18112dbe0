import { sql } from "#server/platform/db/sql.ts";
import type { BrandingSettings } from "#contract/branding.ts";
import type { FeedbackStatus } from "#contract/feedback.ts";
import type { CloseReason } from "#contract/feedbackLabels.ts";
import type { NOTIFICATION_REASONS } from "#contract/notifications.ts";
import type { UserRole } from "#contract/users.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** An account that gets a mail, and the company that the mail is from. */
export interface RecipientRow {
  username: string;
  unsubscribeToken: string | null;
  /** Whether the account is an admin of the company or a super admin. */
  isAdmin: boolean;
  companyName: string;
  subdomain: string | null;
  brandingSettings: Partial<BrandingSettings>;
  /**
   * The file of the logo. It is null if there is no logo or if mail clients do not show the
   * picture.
   */
  logoFileId: string | null;
}

/**
 * Finds the recipient and the company of a mail. Returns nothing if the company is being deleted.
 */
export const findMailRecipient = statement<{ companyId: number; userId: number }, RecipientRow>(
  "find_mail_recipient",
  (p) => sql`
    select u.username, u.unsubscribe_token, c.name as company_name, c.subdomain,
      c.branding_settings, l.file_id as logo_file_id,
      u.role = 'super_admin' or (u.role = 'company_admin' and u.home_company_id = c.id) as is_admin
    from company c
    join user_account u on u.id = ${p.userId}
    left join company_logo l on l.company_id = c.id and l.content_type <> 'image/svg+xml'
    where c.id = ${p.companyId} and c.closed_at is null
  `,
);

/** Returns the account's token. Creates the token if the account has none. */
export const makeUnsubscribeToken = statement<{ userId: number }, { unsubscribeToken: string }>(
  "make_unsubscribe_token",
  (p) => sql`
    update user_account set unsubscribe_token = coalesce(unsubscribe_token, gen_random_uuid())
    where id = ${p.userId}
    returning unsubscribe_token
  `,
);

/** An update about which an account is notified by mail, with its item. */
export interface UpdateRow {
  feedbackId: number;
  title: string;
  kind: string;
  reason: (typeof NOTIFICATION_REASONS)[number];
  /** The new status; null if the update is not a change of status. */
  toStatus: FeedbackStatus | null;
  closeReason: CloseReason | null;
  /**
   * The note, comment or description, or the body of a changelog entry. All but notes are cut to
   * one character more than their limit, so that the caller can tell that the original text is longer.
   */
  text: string | null;
  /** The changelog entry that was published. */
  changelogEntry: { title: string; slug: string } | null;
  /** The Markdown source of the whole text; null if it is plain. */
  markdown: string | null;
  /** The account that made the update; null for an anonymous visitor and a deleted account. */
  actorId: number | null;
  actorName: string | null;
  actorRole: UserRole | null;
  actorCompanyId: number | null;
  origin: string;
  /** The number of updates of this item, including updates that are not returned. */
  itemUpdates: number;
  /** The number of updates of all items, including updates that are not returned. */
  updates: number;
  items: number;
}

/** The limits of one mail's content. The limits of comments and descriptions are in characters. */
export interface UpdateLimits {
  items: number;
  updatesOfItem: number;
  comment: number;
  description: number;
}

interface UpdateParams {
  companyId: number;
  deliveryId: number;
  userId: number;
  /** Whether the account is an admin of the company or a super admin. */
  canSeePrivate: boolean;
  requireConfirmedEmail: boolean;
}

/**
 * The level at which the recipient of a notification `n` follows the item `f`. The stored level is
 * in `w`. Without a stored level, authors get all updates, and voters get changes of status and the
 * team's comments.
 */
const levelOfRecipient = sql`coalesce(w.level, case
  when f.user_id = n.user_id then 'all'
  when exists (
    select from user_vote v
    where v.company_id = n.company_id and v.feedback_id = n.feedback_id and v.user_id = n.user_id
      and v.is_following
  ) then 'status'
end)`;

/**
 * Selects the notifications of a delivery that the account is still allowed to receive. The account
 * must be active, not blocked in the company and, if required, have confirmed its e-mail address.
 * The account must be able to see the item. The update must not be the account's own. A comment
 * must still exist, at an item that the account can see, and a changelog entry must still be
 * published. The account must not have turned off its
 * mails or the notifications about the item. The reason must still apply: a recipient notified as
 * an admin must still be an admin, and other recipients must still follow the item at a level that
 * includes the update.
 */
const mayBeNotified = (p: UpdateParams) => sql`
      select n.id, n.feedback_id, n.activity_id, n.reason,
        row_number() over (partition by n.feedback_id order by n.activity_id desc) as position,
        count(*) over (partition by n.feedback_id) as item_updates,
        max(n.activity_id) over (partition by n.feedback_id) as latest
      from notification n
      join user_account u on u.id = n.user_id
      join activity a on a.company_id = n.company_id and a.id = n.activity_id
      join feedback_item f on f.company_id = n.company_id and f.id = n.feedback_id
      join board b on b.company_id = f.company_id and b.id = f.board_id
      left join follow w on w.company_id = n.company_id and w.feedback_id = n.feedback_id
        and w.user_id = n.user_id
      where n.company_id = ${p.companyId} and n.delivery_id = ${p.deliveryId}
        and n.user_id = ${p.userId} and n.mail = 'mailed'
        and (${p.canSeePrivate}::boolean or not ${isBlockedIn(p.companyId, p.userId)})
        and u.is_active and (u.confirmed_at is not null or not ${p.requireConfirmedEmail}::boolean)
        and ${canSeeItem({ viewerId: p.userId, canSeePrivate: p.canSeePrivate })}
        and a.actor_id is distinct from n.user_id
        and (a.kind not in ('comment_added', 'note_added') or exists (
          -- A merge can have moved the comment to an item that the account cannot see.
          select from comment c
          join feedback_item f on f.company_id = c.company_id and f.id = c.feedback_id
          join board b on b.company_id = f.company_id and b.id = f.board_id
          where c.company_id = a.company_id and c.id = (a.data ->> 'commentId')::bigint
            and (a.kind <> 'note_added' or ${p.canSeePrivate}::boolean)
            and ${canSeeItem({ viewerId: p.userId, canSeePrivate: p.canSeePrivate })}
        ))
        and (a.kind <> 'changelog_published' or exists (
          select from changelog_entry e
          where e.company_id = a.company_id and e.id = (a.data ->> 'entryId')::bigint
            and e.state = 'published'
        ))
        and w.level is distinct from 'off'
        and case n.reason
          when 'admin' then u.new_feedback_pace <> 'off' and ${p.canSeePrivate}::boolean
          when 'mentioned' then u.email_pace <> 'off' and ${p.canSeePrivate}::boolean
          when 'answered' then u.email_pace <> 'off'
          else u.email_pace <> 'off' and case ${levelOfRecipient}
            when 'all' then true
            when 'status' then a.kind in
              ('status_changed', 'item_closed', 'item_merged', 'changelog_published')
              or coalesce((a.data ->> 'isByTeam')::boolean, false)
            else false
          end
        end
`;

/**
 * Returns the notifications of a delivery that the account is still allowed to receive, and marks
 * the others as dropped. One statement does both, so that both use the same snapshot. Notifications
 * that were dropped before stay dropped. The items with the newest updates come first, and the
 * updates of an item are sorted oldest first.
 */
export const takePermittedUpdates = statementByShape((limits: UpdateLimits) =>
  statement<UpdateParams, UpdateRow>(
    "take_permitted_updates",
    (p) => sql`
      with permitted as (
        ${mayBeNotified(p)}
      ), ranked as (
        select permitted.*, dense_rank() over (order by latest desc) as place from permitted
      ), dropped as (
        update notification n set mail = 'dropped'
        where n.company_id = ${p.companyId} and n.delivery_id = ${p.deliveryId}
          and n.user_id = ${p.userId} and n.mail = 'mailed' and n.entry_id is null
          and not exists (select from permitted where permitted.id = n.id)
      )
      select r.feedback_id, f.title, a.kind, r.reason, a.data ->> 'toStatus' as to_status,
        a.data ->> 'reason' as close_reason,
        case a.kind
          when 'comment_added' then left(c.content, ${sql.lit(limits.comment + 1)})
          when 'note_added' then left(c.content, ${sql.lit(limits.comment + 1)})
          when 'item_submitted' then left(f.description, ${sql.lit(limits.description + 1)})
          when 'changelog_published' then left(e.body, ${sql.lit(limits.comment + 1)})
          else a.data ->> 'note'
        end as text,
        case when e.id is not null then jsonb_build_object('title', e.title, 'slug', e.slug) end
          as changelog_entry,
        case a.kind
          when 'comment_added' then c.content_markdown
          when 'note_added' then c.content_markdown
          when 'item_submitted' then f.description_markdown
          when 'changelog_published' then e.body_markdown
          else a.data ->> 'noteMarkdown'
        end as markdown,
        a.actor_id, u.full_name as actor_name, u.role as actor_role,
        u.home_company_id as actor_company_id, a.origin, r.item_updates,
        (select count(*) from permitted) as updates,
        (select count(distinct feedback_id) from permitted) as items
      from ranked r
      join activity a on a.company_id = ${p.companyId} and a.id = r.activity_id
      join feedback_item f on f.company_id = ${p.companyId} and f.id = r.feedback_id
      left join comment c on c.company_id = ${p.companyId} and c.id = (a.data ->> 'commentId')::bigint
      left join changelog_entry e on e.company_id = ${p.companyId}
        and e.id = (a.data ->> 'entryId')::bigint
      left join user_account u on u.id = a.actor_id
      where r.place <= ${sql.lit(limits.items)} and r.position <= ${sql.lit(limits.updatesOfItem)}
      order by r.place, r.position desc
    `,
  ),
);
