import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { CameIn, Dashboard } from "#contract/dashboard.ts";
import { statement } from "#server/platform/db/statement.ts";

/*
 * What came in. Imported people, internal notes, waiting posts, and the votes that merges copy do
 * not count. Each source has an index that starts with the company and the date, so that only index
 * entries are read.
 */

/** The tables `t` with what came in to a company. Each has a column `created_at`. */
const SOURCES: Readonly<Record<keyof CameIn, (companyId: unknown) => readonly Sql[]>> = {
  items: (companyId) => [
    sql`feedback_item t where t.company_id = ${companyId} and t.state = 'open'`,
    sql`feedback_item t where t.company_id = ${companyId} and t.state <> 'open'
      and t.state in ('closed', 'merged')`,
  ],
  votes: (companyId) => [
    sql`user_vote t where t.company_id = ${companyId} and t.merged_from_id is null`,
  ],
  comments: (companyId) => [
    sql`comment t where t.company_id = ${companyId} and t.visibility = 'public'`,
  ],
  people: (companyId) => [
    sql`user_account t where t.home_company_id = ${companyId} and not t.is_imported
      and t.role <> 'super_admin'`,
  ],
};
const FIGURES = Object.keys(SOURCES) as (keyof CameIn)[];

/** The days of the range in UTC, oldest first. */
const daysOf = (days: unknown) => sql`(
  select (now() at time zone 'UTC')::date - back as day
  from generate_series(${days}::integer - 1, 0, -1) back
)`;
const startOf = (day: Sql) => sql`(${day})::timestamp at time zone 'UTC'`;
const DAY = sql.ref("d.day");

/** What came in to a company on one day. */
export type Day = CameIn & { day: string };

/**
 * Counts what came in to a company on each of the last `days` days. The system runs this statement,
 * because a company's own role does not see when accounts were created.
 */
export const listDaysOfCompany = statement<{ companyId: number; days: number }, Day>(
  "list_days_of_company",
  (p) => {
    const counted = (source: Sql) => sql`(
      select count(*) from ${source}
        and t.created_at >= ${startOf(DAY)} and t.created_at < ${startOf(sql`d.day + 1`)}
    )`;
    const figures = FIGURES.map(
      (figure) =>
        sql`${sql.join(SOURCES[figure](p.companyId).map(counted), sql` + `)} as ${sql.ref(figure)}`,
    );
    return sql`
      select to_char(d.day, 'YYYY-MM-DD') as day, ${sql.join(figures)}
      from ${daysOf(p.days)} d
      order by d.day
    `;
  },
);

/** Counts what came in to all companies, and new companies, on each of the last `days` days. */
export const listDays = statement<{ days: number }, Dashboard["days"][number]>("list_days", (p) => {
  const since = startOf(sql`(now() at time zone 'UTC')::date - ${p.days}::integer + 1`);
  // With a limit, PostgreSQL reads the index of the date once for each company.
  const ofEach = (source: Sql) => sql`(
    select c.id, entry.created_at from company c cross join lateral (
      select t.created_at from ${source} and t.created_at >= ${since} offset 0
    ) entry
  )`;
  const counts: [string, Sql][] = [
    ["companies", sql`(select created_at from company where created_at >= ${since})`],
    ["users", sql`(select created_at from user_account where created_at >= ${since})`],
    ...(["items", "votes", "comments"] as const).map((figure): [string, Sql] => [
      figure,
      sql`(${sql.join(SOURCES[figure](sql.ref("c.id")).map(ofEach), sql` union all `)})`,
    ]),
  ];
  const counted = counts.map(
    ([name, entries]) => sql`left join (
      select (e.created_at at time zone 'UTC')::date as day, count(*) as total
      from ${entries} e group by 1
    ) as ${sql.ref(name)} on ${sql.ref(`${name}.day`)} = d.day`,
  );
  const totals = counts.map(
    ([name]) => sql`coalesce(${sql.ref(`${name}.total`)}, 0) as ${sql.ref(name)}`,
  );
  return sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, ${sql.join(totals)}
    from ${daysOf(p.days)} d ${sql.join(counted, sql` `)}
    order by d.day
  `;
});

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

/** Returns the name and the totals of a company. */
export const findTotalsOfCompany = statement<
  { companyId: number },
  Dashboard["totals"] & { companyName: string }
>(
  "find_totals_of_company",
  (p) => sql`
    select c.name as company_name, 1 as companies,
      (select count(*) from user_account where home_company_id = c.id) as users,
      (select coalesce(sum(items), 0) from feedback_counter where company_id = c.id) as items,
      (select count(*) from user_vote where company_id = c.id) as votes,
      (select count(*) from comment where company_id = c.id) as comments
    from company c
    where c.id = ${p.companyId} and c.closed_at is null
  `,
);
