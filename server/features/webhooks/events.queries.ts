import type { Comment } from "#contract/comments.ts";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { DELETED_USER } from "#contract/users.ts";
import type { EventData } from "#contract/webhookEvents.ts";
import type { WebhookKind } from "#contract/webhooks.ts";
import { entryColumns } from "#server/features/changelog/entries.queries.ts";
import { isByTeam, isImportedComment } from "#server/features/feedback/itemConditions.queries.ts";
import { sourceColumns } from "#server/features/feedback/sourceOf.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import { answeredComment, reactionsOf } from "#server/features/comments/comments.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

// What events about stored activities contain. The system runs these statements, which show what
// visitors of a board see, also of private boards. `createDeliveries` decides who gets it.

/** Which events an endpoint gets. */
export interface EventEndpoint {
  id: number;
  kind: WebhookKind;
  events: string[];
  boardIds: number[] | null;
  includesPrivate: boolean;
  origin: string;
  /** The subdomain of the company. */
  subdomain: string | null;
}

/** Lists the endpoints of a company that are on. */
export const listEventEndpoints = statement<{ companyId: number }, EventEndpoint>(
  "list_event_endpoints",
  (p) => sql`
    select e.id, e.kind, e.events, to_jsonb(e.board_ids) as board_ids, e.includes_private, e.origin,
      c.subdomain
    from webhook_endpoint e
    join company c on c.id = e.company_id and c.closed_at is null
    where e.company_id = ${p.companyId} and e.state = 'on'
    order by e.id
  `,
);

const VISITOR = { viewerId: null, canSeePrivate: false };

/** Lists public comments as visitors see them. */
export const listEventComments = statement<
  { companyId: number; commentIds: readonly number[] },
  Comment
>(
  "list_event_comments",
  (p) => sql`
    select c.id, ${sourceColumns("c", "content")}, c.feedback_id, c.user_id, c.created_at,
      c.visibility, c.edited_at, null::timestamptz as editable_until,
      case when u.id is not null then jsonb_build_object(
          'username', left(u.username, 1) || '•••', 'fullName', u.full_name,
          'pictureUrl', ${pictureUrl("u")})
        else jsonb_build_object('username', ${sql.lit(DELETED_USER)},
          'fullName', ${sql.lit(DELETED_USER)}, 'pictureUrl', null)
      end as "user",
      ${reactionsOf(VISITOR)},
      ${answeredComment(VISITOR)} as answers_id,
      ${isByTeam} as is_by_team,
      u.id is not null and not u.is_imported and ${isImportedComment} as is_imported,
      case when c.feedback_id <> c.merged_from_id then (
        select title from feedback_item source
        where source.company_id = c.company_id and source.id = c.merged_from_id
      ) end as merged_from_title
    from comment c cross join lateral (select c.company_id) visible
    left join user_account u on u.id = c.user_id
    where c.company_id = ${p.companyId} and c.id = any (${p.commentIds}::bigint[])
      and c.visibility = 'public'
  `,
);

/** Lists published entries of the changelog as a viewer sees them, by their activities. */
export const listEventEntries = statement<
  Visibility & { activityIds: readonly number[] },
  ChangelogEntry & { activityId: number }
>(
  "list_event_entries",
  (p) => sql`
    select a.id as activity_id, ${entryColumns(p)}
    from activity a
    join changelog_entry e on e.company_id = a.company_id and e.id = a.entry_id
    where a.company_id = ${p.companyId} and a.id = any (${p.activityIds}::bigint[])
      and e.state = 'published'
  `,
);

/** A waiting post with the activity of its submission. */
export type WaitingPost = Omit<EventData<"moderation.pending">["post"], "url"> & {
  activityId: number;
  isPrivate: boolean;
};

/** Lists the posts that still wait for approval. Leaves out what is listed as possible spam. */
export const listWaitingPosts = statement<
  { companyId: number; activityIds: readonly number[] },
  WaitingPost
>(
  "list_event_waiting_posts",
  (p) => sql`
    select a.id as activity_id, case when c.id is null then 'feedback' else 'comment' end as kind,
      f.id as feedback_id, c.id as comment_id, f.board_id, b.is_private, f.title,
      case when c.id is null then coalesce(f.description_markdown, f.description)
        else coalesce(c.content_markdown, c.content) end as content,
      case when coalesce(c.content_markdown,
          case when c.id is null then f.description_markdown end) is null
        then 'plain' else 'markdown' end as content_format,
      coalesce(c.created_at, f.created_at) as created_at
    from activity a
    join feedback_item f on f.company_id = a.company_id and f.id = a.feedback_id
    join board b on b.company_id = f.company_id and b.id = f.board_id
    left join comment c on c.company_id = a.company_id and c.id = (a.data ->> 'commentId')::bigint
      and c.visibility = 'pending'
    where a.company_id = ${p.companyId} and a.id = any (${p.activityIds}::bigint[])
      and case when a.data ->> 'commentId' is null
        then f.state = 'pending' and not f.is_suspected else c.id is not null end
  `,
);

/**
 * Inserts deliveries, which are due at once, to those of the endpoints that are still on. These stay
 * on until the transaction ends, so that no delivery waits for an endpoint that is off. `deliveries` is
 * JSON text: an array of objects.
 */
export const insertDeliveries = statement<{ companyId: number; deliveries: string }, never>(
  "insert_webhook_deliveries",
  (p) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${p.deliveries}::jsonb)
        as d ("endpointId" bigint, "eventId" text, type text, body text, "isPrivate" boolean)
    ), endpoint as materialized (
      select id from webhook_endpoint
      where company_id = ${p.companyId} and id in (select "endpointId" from given) and state = 'on'
      order by id for share
    )
    insert into webhook_delivery (company_id, endpoint_id, event_key, type, body, is_private)
    select ${p.companyId}::bigint, endpoint.id, given."eventId", given.type, given.body,
      given."isPrivate"
    from given join endpoint on endpoint.id = given."endpointId"
  `,
);
