import type { Audience, EntryAudience, LinkableItem } from "#contract/changelog.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { linkedItem } from "./linkedItems.queries.ts";

interface OfEntry {
  companyId: number;
  entryId: number;
}

/** Lists the ids of the items of an entry. */
export const listEntryItems = statement<OfEntry, { feedbackId: number }>(
  "list_entry_items",
  (p) => sql`
    select feedback_id from changelog_entry_item
    where company_id = ${p.companyId} and entry_id = ${p.entryId}
    order by feedback_id
  `,
);

/** Publishes a locked entry now. */
export const markPublished = statement<OfEntry & { publisherId: number | null }, never>(
  "mark_entry_published",
  (p) => sql`
    update changelog_entry
    set state = 'published', publish_at = now(), told_at = coalesce(told_at, now()),
      published_by_id = ${p.publisherId}::bigint, revision = revision + 1
    where company_id = ${p.companyId} and id = ${p.entryId}
  `,
);

/** Schedules the publication of a locked entry. */
export const markScheduled = statement<
  OfEntry & {
    at: string;
    tells: readonly Audience[];
    completesItems: boolean;
    viewerId: number;
    origin: string;
  },
  never
>(
  "mark_entry_scheduled",
  (p) => sql`
    update changelog_entry
    set state = 'scheduled', publish_at = ${p.at}::timestamptz, tells = ${p.tells}::text[],
      completes_items = ${p.completesItems}, published_by_id = ${p.viewerId}, origin = ${p.origin},
      revision = revision + 1
    where company_id = ${p.companyId} and id = ${p.entryId}
  `,
);

/** Makes a locked entry a draft. */
export const markDraft = statement<OfEntry, never>(
  "mark_entry_draft",
  (p) => sql`
    update changelog_entry
    set state = 'draft', publish_at = null, revision = revision + 1
    where company_id = ${p.companyId} and id = ${p.entryId}
  `,
);

export interface DueEntry extends OfEntry {
  /** The account that has scheduled the entry; null if it was deleted. */
  publishedById: number | null;
  origin: string;
  /** The events that a webhook of the company gets. */
  webhookEvents: string[];
}

/** Lists up to 100 scheduled entries of all companies that are due, the earliest first. */
export const listDueEntries = statement<object, DueEntry>(
  "list_due_entries",
  () => sql`
    select e.company_id, e.id as entry_id, e.published_by_id, coalesce(e.origin, '') as origin,
      c.webhook_events
    from changelog_entry e join company c on c.id = e.company_id
    where e.state = 'scheduled' and e.publish_at <= now() order by e.publish_at limit 100
  `,
);

/** Whether a locked scheduled entry is due. */
export const findDueEntry = statement<OfEntry, { id: number }>(
  "find_due_entry",
  (p) => sql`
    select id from changelog_entry
    where company_id = ${p.companyId} and id = ${p.entryId} and state = 'scheduled'
      and publish_at <= now()
  `,
);

/** The number of notifications that one statement deletes. */
export const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Deletes up to `FORGOTTEN_AT_ONCE` notifications of the publication of an entry, so that nobody is
 * told of an entry that is no longer public.
 */
export const forgetSomeNotifications = statement<OfEntry, { id: number }>(
  "forget_some_entry_notifications",
  (p) => sql`
    delete from notification n
    using (
      select told.company_id, told.id
      from (
        select company_id, id from activity
        where company_id = ${p.companyId} and kind = 'changelog_published'
          and (data ->> 'entryId')::bigint = ${p.entryId}::bigint
        union all
        select company_id, id from activity
        where company_id = ${p.companyId} and entry_id = ${p.entryId}
      ) a
      join notification told on told.company_id = a.company_id and told.activity_id = a.id
      limit ${sql.lit(FORGOTTEN_AT_ONCE)}
    ) forgotten
    where n.company_id = forgotten.company_id and n.id = forgotten.id
    returning n.id
  `,
);

/** Deletes the activities of the publication of an entry. */
export const forgetActivities = statement<OfEntry, never>(
  "forget_entry_activities",
  (p) => sql`
    delete from activity
    where company_id = ${p.companyId} and (entry_id = ${p.entryId}
      or kind = 'changelog_published' and (data ->> 'entryId')::bigint = ${p.entryId}::bigint)
  `,
);

/**
 * Counts the followers of the items of an entry and the subscribers whom its publication by the
 * viewer would tell, each once: who is both counts as a follower. On private boards, only
 * admins are counted, and nobody for a viewer who does not see these boards. The system runs this
 * statement, because a company's own role does not see all accounts.
 */
export const countAudience = statement<
  OfEntry & { viewerId: number; canSeePrivate: boolean },
  EntryAudience
>(
  "count_entry_audience",
  (p) => sql`
    with item as materialized (
      select f.company_id, f.id, f.user_id, b.is_private
      from changelog_entry_item i
      join feedback_item f on f.company_id = i.company_id and f.id = i.feedback_id
      join board b on b.company_id = f.company_id and b.id = f.board_id
      where i.company_id = ${p.companyId} and i.entry_id = ${p.entryId}
        and f.state in ('open', 'closed') and (${p.canSeePrivate}::boolean or not b.is_private)
    ), follower as (
      select w.user_id, item.is_private
      from item join follow w on w.company_id = item.company_id and w.feedback_id = item.id
      where w.level <> 'off'
      union
      select account.user_id, item.is_private from item cross join lateral (
        select v.user_id from user_vote v
        where v.company_id = item.company_id and v.feedback_id = item.id and v.is_following
        union all
        select item.user_id
      ) account
      where not exists (
        select from follow w where w.company_id = item.company_id and w.feedback_id = item.id
          and w.user_id = account.user_id
      )
    ), told as materialized (
    select distinct u.id, lower(u.username collate "C") as address
    from follower join user_account u on u.id = follower.user_id
    where u.is_active and u.id <> ${p.viewerId}
      and (not follower.is_private or u.role = 'super_admin'
        or (u.role, u.home_company_id) = ('company_admin', ${p.companyId}))
      and not ${isBlockedIn(p.companyId, sql.ref("u.id"))}
    )
    select (select count(*) from told) as followers, (
      select count(*) from (
        select coalesce(s.address, lower(u.username collate "C")) as address
        from changelog_subscriber s left join user_account u on u.id = s.user_id
        where s.company_id = ${p.companyId} and s.state = 'subscribed'
          and s.user_id is distinct from ${p.viewerId}::bigint
          and (s.user_id is null or u.is_active)
        except select address from told
      ) subscriber
    ) as subscribers
  `,
);

/** The maximum number of items that can be proposed for an entry. */
const PROPOSED = 50;

/**
 * Lists items for an entry, with the entry that links them already. With "ids", returns those of the
 * items that exist; otherwise the completed items that no entry links, the last completed first.
 */
export const listLinkableItems = statementByShape((which: "ids" | "completed") =>
  statement<{ companyId: number; ids: readonly number[] }, { item: LinkableItem }>(
    "list_linkable_items",
    (p) => sql`
      select ${linkedItem} || jsonb_build_object(
        'entry', (
          select jsonb_build_object('id', e.id, 'title', e.title) from changelog_entry e
          where e.company_id = i.company_id and e.id = i.entry_id
        ),
        'completedAt', to_char(completed.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'isNew', i.entry_id is null and completed.at is not null
          and completed.at > coalesce(newest.at, '-infinity')
      ) as item
      from feedback_item f
      join board b on b.company_id = f.company_id and b.id = f.board_id
      left join changelog_entry_item i on i.company_id = f.company_id and i.feedback_id = f.id
      left join lateral (
        select s.created_at as at from status_change s
        where s.company_id = ${p.companyId} and s.feedback_id = f.id and f.status = 'complete'
          and s.to_status = 'complete'
        order by s.id desc limit 1
      ) completed on true
      cross join (
        select max(publish_at) as at from changelog_entry
        where company_id = ${p.companyId} and state = 'published'
      ) newest
      where f.company_id = ${p.companyId} and ${
        which === "ids"
          ? sql`f.id = any (${p.ids}::bigint[])`
          : sql`f.status = 'complete' and f.state = 'open' and i.entry_id is null`
      }
      order by ${
        which === "ids"
          ? sql`array_position(${p.ids}::bigint[], f.id)`
          : sql`completed.at desc nulls last, f.id desc`
      }
      limit ${sql.lit(PROPOSED)}
    `,
  ),
);
