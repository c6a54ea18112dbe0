import { sql } from "#server/platform/db/sql.ts";
import type { Dashboard } from "#contract/dashboard.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Returns the totals of the installation. The number of items is the sum of the stored counters,
 * because counting the items takes too long.
 */
export const findTotals = statement<Record<never, never>, Dashboard["totals"]>(
  "find_totals",
  () => sql`
    select (select count(*) from company) as companies, (select count(*) from user_account) as users,
      (select coalesce(sum(items), 0) from feedback_counter) as items,
      (select count(*) from user_vote) as votes, (select count(*) from comment) as comments
  `,
);

/**
 * Returns how many companies, accounts, items, votes and comments were created on each of the last
 * 30 days in UTC.
 */
export const listDays = statement<Record<never, never>, Dashboard["days"][number]>(
  "list_days",
  () => {
    const counted = (table: string) => sql`(
    select count(*) from ${sql.ref(table)} t
    where t.created_at >= d.day::timestamp at time zone 'UTC'
      and t.created_at < (d.day + 1)::timestamp at time zone 'UTC'
  ) as ${sql.ref(table)}`;
    return sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, company as companies, user_account as users,
      feedback_item as items, user_vote as votes, comment as comments
    from (
      select d.day, ${sql.join(["company", "user_account", "feedback_item", "user_vote", "comment"].map(counted))}
      from (
        select (now() at time zone 'UTC')::date - back as day from generate_series(29, 0, -1) back
      ) d
    ) d
    order by d.day
  `;
  },
);
