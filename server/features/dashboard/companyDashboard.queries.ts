import { sql } from "#server/platform/db/sql.ts";
import type { CompanyDashboard, DashboardItem, ToldChange } from "#contract/dashboard.ts";
import { ANSWERS_SAMPLE, DASHBOARD_ITEMS, UNANSWERED_COUNT_LIMIT } from "#contract/dashboard.ts";
import { AUDIENCE_COUNT_LIMIT } from "#contract/statusNotifications.ts";
import { orderOf } from "#server/features/feedback/listFilters.queries.ts";
import { isTeamMember } from "#server/features/feedback/itemConditions.queries.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

interface OfCompany {
  companyId: number;
}

/** Of an item's comments, only the oldest ones are examined for the team's first one. */
const EXAMINED_COMMENTS = 100;

/** The start of the last `days` days, in UTC. */
const startOfRange = (days: unknown) =>
  sql`((now() at time zone 'UTC')::date - ${days}::integer + 1)::timestamp at time zone 'UTC'`;

/** Counts the new items without an answer, and finds the oldest of them. */
export const findUnanswered = statement<
  OfCompany,
  Pick<CompanyDashboard["waiting"], "unanswered" | "oldestAt">
>("find_unanswered", (p) => {
  const unanswered = sql`feedback_item
    where company_id = ${p.companyId} and state = 'open' and not is_answered and status = 'new'`;
  return sql`
    select (
      select count(*) from (
        -- In the order of the index, so that PostgreSQL does not read all items instead.
        select from ${unanswered}
        order by created_at desc, id desc limit ${sql.lit(UNANSWERED_COUNT_LIMIT)}
      ) counted
    ) as unanswered, (
      select created_at from ${unanswered} order by created_at, id limit 1
    ) as oldest_at
  `;
});

/**
 * Returns the median time to the team's first answer to customers' items among the newest items of
 * the last `days` days. Public comments, changes of the status and closing are answers.
 */
export const findAnswerTimes = statement<OfCompany & { days: number }, CompanyDashboard["answers"]>(
  "find_answer_times",
  (p) => {
    const newest = (state: string) => sql`(
      select id, user_id, is_answered, created_at, closed_at from feedback_item
      where company_id = ${p.companyId} and state = ${sql.lit(state)}
        and created_at >= ${startOfRange(p.days)}
      order by created_at desc, id desc limit ${sql.lit(ANSWERS_SAMPLE)}
    )`;
    return sql`
      with item as materialized (
        select * from (${newest("open")} union all ${newest("closed")}) item
        order by created_at desc limit ${sql.lit(ANSWERS_SAMPLE)}
      ), answer as (
        select item.created_at, case when item.is_answered then least(
          item.closed_at,
          (select s.created_at from status_change s
            where s.company_id = ${p.companyId} and s.feedback_id = item.id
            order by s.id limit 1),
          (select c.created_at from (
              select * from comment
              where company_id = ${p.companyId} and feedback_id = item.id
                and visibility = 'public'
              order by id limit ${sql.lit(EXAMINED_COMMENTS)}
            ) c join user_account u on u.id = c.user_id
            where ${isTeamMember(p.companyId)}
            order by c.id limit 1)
        ) end as answered_at
        from item
        where not exists (
          select from user_account u where u.id = item.user_id and ${isTeamMember(p.companyId)}
        )
      )
      select count(*) as submitted, count(answered_at) as answered,
        percentile_cont(0.5) within group (
          order by extract(epoch from greatest(answered_at - created_at, interval '0'))
        ) filter (where answered_at is not null) as median_seconds
      from answer
    `;
  },
);

/**
 * Returns the first open items that are not complete, in an order of lists. Items without votes have
 * no trend.
 */
export const listTopItems = statementByShape((sort: "votes" | "trending") =>
  statement<OfCompany, DashboardItem>("list_top_items", (p) => {
    const order = orderOf({ sort });
    const ofTrend = sort === "trending" ? sql`and f.votes > 0` : sql``;
    return sql`
      select f.id, f.title, f.status, f.votes, b.name as board_name
      from unnest(array['new', 'evaluating', 'planned', 'under_development']) listed (status)
      cross join lateral (
        select f.* from feedback_item f
        where f.company_id = ${p.companyId} and f.state = 'open' and f.status = listed.status
          ${ofTrend}
        order by ${order} limit ${sql.lit(DASHBOARD_ITEMS)}
      ) f
      join board b on b.company_id = f.company_id and b.id = f.board_id
      order by ${order} limit ${sql.lit(DASHBOARD_ITEMS)}
    `;
  }),
);

/** Returns the newest changes of status that notified people. */
export const listToldChanges = statement<OfCompany, ToldChange>("list_told_changes", (p) => {
  const limit = sql.lit(AUDIENCE_COUNT_LIMIT);
  return sql`
    select c.id, c.feedback_id, f.title, c.to_status, c.created_at,
      least(told.total, ${limit}) as notified, told.by_email, told.total > ${limit} as is_capped
    from (
      select * from status_change
      where company_id = ${p.companyId} and activity_id is not null
      order by activity_id desc limit ${sql.lit(DASHBOARD_ITEMS)}
    ) c
    join feedback_item f on f.company_id = c.company_id and f.id = c.feedback_id
    cross join lateral (
      select count(*) as total, count(*) filter (where mail in ('due', 'mailed')) as by_email
      from (
        select mail from notification
        where company_id = c.company_id and activity_id = c.activity_id
        limit ${limit} + 1
      ) counted
    ) told
    order by c.activity_id desc
  `;
});
