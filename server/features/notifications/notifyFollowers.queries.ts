import { sql } from "#server/platform/db/sql.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Maximum number of accounts that one slice examines, for all its activities together. Not every
 * examined account is notified.
 */
const SLICE = 1000;

interface NotifiedSlice {
  /** The activity and the account at which this slice ended; null if it examined all accounts. */
  next: { activityId: number; userId: number } | null;
  /** The accounts that were notified, each once. */
  notified: number[];
}

interface Params {
  companyId: number;
  /**
   * JSON text: an array of objects with the id of an activity and `after_id`, the last account that
   * was examined for the activity.
   */
  given: string;
  /**
   * Seconds for which an immediate mail waits, so that several updates of an item become one mail.
   */
  delaySeconds: number;
  /** Whether no mails are sent to unconfirmed addresses. */
  mustConfirm: boolean;
}

/** The kinds that always concern followers at the level `status`, and never admins as such. */
const TEAM_KINDS = sql.raw("'status_changed', 'item_closed', 'item_merged', 'changelog_published'");

/** Selects the activities with their items, except those of which nobody must be notified any more. */
const notifiedActivities = (p: Params) => sql`
  select a.company_id, a.id as activity_id, given.after_id, f.id as feedback_id,
    f.user_id as author_id,
    b.is_private or coalesce(place_board.is_private, false) or coalesce(m.visibility <> 'public', false)
      as is_private, a.actor_id, a.created_at,
    a.kind not in ('item_submitted', 'note_added') as concerns_followers,
    a.kind in (${TEAM_KINDS}) or coalesce((a.data ->> 'isByTeam')::boolean, false) as is_by_team,
    a.kind not in (${TEAM_KINDS}, 'note_added') as concerns_admins,
    (select answered.user_id from comment answered
      where answered.company_id = a.company_id
        and answered.id = (a.data ->> 'answersId')::bigint) as answered_id,
    coalesce(a.data -> 'mentionedIds', '[]') as mentioned_ids, e.id as entry_id,
    coalesce((a.data ->> 'isBulk')::boolean, false) as is_bulk
  from jsonb_to_recordset(${p.given}::jsonb) as given (id bigint, after_id bigint)
  -- With a limit, PostgreSQL looks up each activity and never reads all of them.
  cross join lateral (
    select * from activity where company_id = ${p.companyId} and id = given.id limit 1
  ) a
  join company c on c.id = a.company_id and c.closed_at is null
  join feedback_item f on f.company_id = a.company_id and f.id = a.feedback_id
  join board b on b.company_id = f.company_id and b.id = f.board_id
  -- The comment, and the item to which a merge may have moved it.
  left join comment m on a.kind in ('comment_added', 'note_added') and m.company_id = a.company_id
    and m.id = (a.data ->> 'commentId')::bigint
  left join feedback_item place on place.company_id = m.company_id and place.id = m.feedback_id
  left join board place_board
    on place_board.company_id = place.company_id and place_board.id = place.board_id
  left join changelog_entry e on a.kind = 'changelog_published' and e.company_id = a.company_id
    and e.id = (a.data ->> 'entryId')::bigint and e.state = 'published'
  where (a.kind not in ('comment_added', 'note_added') or m.id is not null)
    and (a.kind <> 'changelog_published' or e.id is not null)
  order by a.id
`;

/**
 * Selects the next accounts that are possibly notified of the activity `source`. For each account,
 * returns its level of following, whether it is an admin of the company, and whether it has a vote
 * by which it follows the item (`has_voted`). Votes are read only if the activity is a comment of
 * the team or a change of the item's state or status.
 */
const nextCandidates = (p: Params) => sql`
  select user_id, bool_or(has_voted) as has_voted, max(level) as level,
    bool_or(is_admin) as is_admin
  from (
    (select user_id, true as has_voted, null as level, false as is_admin from user_vote
      where company_id = ${p.companyId} and feedback_id = source.feedback_id
        and user_id > source.after_id and is_following
        -- A voter without a row in follow is not notified of other customers' comments.
        and source.is_by_team
      order by user_id limit ${sql.lit(SLICE)})
    union all
    (select user_id, false, level, false from follow
      where company_id = ${p.companyId} and feedback_id = source.feedback_id
        and user_id > source.after_id
      order by user_id limit ${sql.lit(SLICE)})
    union all
    (select id, false, null, true from user_account
      where home_company_id = ${p.companyId} and role = 'company_admin' and id > source.after_id
      order by id limit ${sql.lit(SLICE)})
    union all
    select source.author_id, false, null, false where source.author_id > source.after_id
    union all
    select source.answered_id, false, null, false where source.answered_id > source.after_id
  ) account
  group by user_id order by user_id limit ${sql.lit(SLICE)}
`;

/**
 * Selects those of the examined accounts that are notified, with the reason and with the columns
 * that decide whether and when a mail is sent.
 */
const recipients = (p: Params) => sql`
  select source.*, u.id, u.time_zone,
    case when follower.is_notified or direct.reason is not null then u.email_pace
      else u.new_feedback_pace end as pace,
    case when direct.reason is not null then direct.reason
      when not follower.is_notified then 'admin' when u.id = source.author_id then 'author'
      when c.has_voted and c.level is null then 'voted' else 'followed' end as reason,
    u.confirmed_at is not null or not ${p.mustConfirm} as is_confirmed,
    (select s.address from mail_suppression s
      where s.address = lower(u.username collate "C")) is not null as is_suppressed
  from candidate c join source using (activity_id)
  -- The limit has the same reason.
  cross join lateral (select * from user_account where id = c.user_id limit 1) u
  cross join lateral (
    select coalesce(c.level,
      case when u.id = source.author_id then 'all' when c.has_voted then 'status' end) as level
  ) follows
  cross join lateral (
    select source.concerns_followers and coalesce(
      follows.level = 'all' or (follows.level = 'status' and source.is_by_team), false
    ) as is_notified
  ) follower
  cross join lateral (
    select case when c.level = 'off' then null
      when c.is_admin and source.mentioned_ids @> to_jsonb(u.id) then 'mentioned'
      when u.id = source.answered_id then 'answered' end as reason
  ) direct
  where u.is_active and u.id is distinct from source.actor_id
    and (c.is_admin or not ${isBlockedIn(sql.ref("source.company_id"), sql.ref("u.id"))})
    and (not source.is_private or c.is_admin or u.role = 'super_admin')
    and (follower.is_notified or direct.reason is not null or (source.concerns_admins and c.is_admin
      and u.new_feedback_pace <> 'off' and c.level is null))
    -- Who follows several items of a changelog entry is notified once.
    and (source.entry_id is null or not exists (
      select from activity earlier
      join notification n on n.company_id = earlier.company_id and n.activity_id = earlier.id
        and n.user_id = u.id
      where earlier.company_id = source.company_id and earlier.kind = 'changelog_published'
        and (earlier.data ->> 'entryId')::bigint = source.entry_id
        and earlier.id < source.activity_id
    ))
`;

/**
 * Inserts the notifications of activities for the next `SLICE` accounts, in the order of the
 * activities and of the accounts' ids. The current state of the board and of the accounts decides
 * who can see the item. Nobody is notified if the company is being deleted or the item or comment
 * was deleted.
 */
export const insertNotifications = statement<Params, NotifiedSlice>(
  "insert_notifications",
  (p) => sql`
    with source as materialized (${notifiedActivities(p)}),
    candidate as materialized (
      select source.activity_id, account.*
      from source cross join lateral (${nextCandidates(p)}) account
      order by source.activity_id, account.user_id limit ${sql.lit(SLICE)}
    ),
    recipient as materialized (${recipients(p)}),
    inserted as (
      insert into notification
        (company_id, user_id, activity_id, feedback_id, reason, mail, mail_pace, mail_due_at)
      select r.company_id, r.id, r.activity_id, r.feedback_id, r.reason, mail.state,
        case when mail.state <> 'off' then
          -- The mails of a bulk change become one digest per account, which is sent as early as
          -- immediate mails.
          case when r.is_bulk and r.pace = 'immediate' then 'daily' else r.pace end
        end,
        case when mail.state = 'due' then mail_due_at(
          r.pace, r.time_zone, make_interval(secs => ${p.delaySeconds}), r.created_at
        ) end
      from recipient r
      cross join lateral (
        select case when r.pace = 'off' or not r.is_confirmed then 'off'
          when r.is_suppressed then 'suppressed' else 'due' end as state
      ) mail
      on conflict (company_id, activity_id, user_id) do nothing
      returning user_id
    )
    select (select coalesce(json_agg(distinct user_id), '[]') from inserted) as notified,
      case when (select count(*) from candidate) = ${sql.lit(SLICE)} then (
        select json_build_object('activityId', activity_id, 'userId', user_id)
        from candidate order by activity_id desc, user_id desc limit 1
      ) end as next
  `,
);
