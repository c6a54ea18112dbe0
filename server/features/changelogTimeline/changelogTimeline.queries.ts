import type { ChangelogEntry } from "#contract/changelog.ts";
import type { CompletedItem } from "#contract/changelogTimeline.ts";
import { entryColumns } from "#server/features/changelog/entries.queries.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import { formatOf, sourceOf } from "#server/features/feedback/sourceOf.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** Where a part stands in the timeline. Of parts with the same time, entries come first. */
export interface PartKey {
  kind: "entry" | "item";
  time: string;
  id: number;
}

export interface TimelineShape {
  byLabel: boolean;
  bySearch: boolean;
}

interface TimelineParams extends Visibility {
  label?: number | undefined;
  /** The folded words of a search. Each must be part of an entry. */
  words?: readonly string[];
  /** The list contains what is after this position. */
  time: string;
  entryId: number;
  itemId: number;
  rows: number;
}

const withoutItems = ({ byLabel, bySearch }: TimelineShape) => byLabel || bySearch;

const entryConditions = (shape: TimelineShape, p: Required<TimelineParams>): Sql =>
  sql.join(
    [
      sql`e.company_id = ${p.companyId} and e.state = 'published'`,
      ...(shape.byLabel
        ? [
            sql`exists (
              select from changelog_entry_label el
              where el.company_id = e.company_id and el.label_id = ${p.label} and el.entry_id = e.id
            )`,
          ]
        : []),
      ...(shape.bySearch
        ? [
            sql`not exists (
              select from unnest(${p.words}::text[]) word where strpos(e.search_text, word) = 0
            )`,
          ]
        : []),
    ],
    sql` and `,
  );

/** Whether a published entry links the item `f`. */
const isInEntry = sql`exists (
  select from changelog_entry_item i
  join changelog_entry linking on linking.company_id = i.company_id and linking.id = i.entry_id
  where i.company_id = f.company_id and i.feedback_id = f.id and linking.state = 'published'
)`;

/** The completed items that stand by themselves and that the viewer can see. */
const ownItems = (p: Visibility) => sql`
  feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
  where f.company_id = ${p.companyId} and f.status = 'complete' and f.state = 'open'
    and ${canSeeItem(p)} and not ${isInEntry}`;

/** Returns the places of up to `rows` parts after a position, newest first. */
export const listTimelineKeys = statementByShape((shape: TimelineShape) =>
  statement<TimelineParams, PartKey>(
    "list_changelog_timeline",
    (p) => sql`
      select * from (
        (select 'entry' as kind, e.publish_at as time, e.id from changelog_entry e
          where ${entryConditions(shape, p)}
            and (e.publish_at, e.id) < (${p.time}::timestamptz, ${p.entryId}::bigint)
          order by e.publish_at desc, e.id desc limit ${p.rows})
        ${
          withoutItems(shape)
            ? sql``
            : sql`union all
              (select 'item', f.created_at, f.id from ${ownItems(p)}
                and (f.created_at, f.id) < (${p.time}::timestamptz, ${p.itemId}::bigint)
              order by f.created_at desc, f.id desc limit ${p.rows})`
        }
      ) part
      order by time desc, kind, id desc limit ${p.rows}
    `,
  ),
);

/**
 * Returns the number of parts. Completed items are counted by the stored counters, without those
 * that an entry contains.
 */
export const countTimeline = statementByShape((shape: TimelineShape) =>
  statement<Omit<TimelineParams, "time" | "entryId" | "itemId" | "rows">, { total: number }>(
    "count_changelog_timeline",
    (p) => {
      const entries = sql`select count(*) from changelog_entry e
        where ${entryConditions(shape, p as Required<TimelineParams>)}`;
      if (withoutItems(shape)) return sql`select (${entries}) as total`;
      return sql`
        select (${entries}) + (
          select coalesce(sum(counter.items), 0) from feedback_counter counter
          join board b on b.company_id = counter.company_id and b.id = counter.board_id
          where counter.company_id = ${p.companyId} and counter.status = 'complete'
            and (${p.canSeePrivate}::boolean or not b.is_private)
        ) - (
          select count(*) from changelog_entry_item i
          join changelog_entry e on e.company_id = i.company_id and e.id = i.entry_id
          join feedback_item f on f.company_id = i.company_id and f.id = i.feedback_id
          join board b on b.company_id = f.company_id and b.id = f.board_id
          where i.company_id = ${p.companyId} and e.state = 'published'
            and f.status = 'complete' and f.state = 'open' and ${canSeeItem(p)}
        ) as total
      `;
    },
  ),
);

type OfIds = Visibility & { ids: readonly number[] };

/** Returns the published entries with these ids. */
export const listEntriesById = statement<OfIds, ChangelogEntry>(
  "list_changelog_entries_by_id",
  (p) => sql`
    select ${entryColumns(p)} from changelog_entry e
    where e.company_id = ${p.companyId} and e.id = any (${p.ids}::bigint[])
      and e.state = 'published'
  `,
);

/** Returns the items with these ids. The viewer must be able to see them. */
export const listCompletedItems = statement<OfIds, CompletedItem>(
  "list_completed_items",
  (p) => sql`
    select f.id, f.title, left(f.description, 500) as description, f.category, f.votes,
      b.is_private, f.created_at, completion.note as completion_note,
      coalesce(completion.format, 'plain') as completion_note_format
    from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
    left join lateral (
      select ${sourceOf("s", "note")} as note, ${formatOf("s", "note")} as format
      from status_change s
      where s.company_id = ${p.companyId} and s.feedback_id = f.id and s.to_status = 'complete'
      order by s.id desc limit 1
    ) completion on true
    where f.company_id = ${p.companyId} and f.id = any (${p.ids}::bigint[]) and ${canSeeItem(p)}
  `,
);

/** Returns the time of the newest part before `before`, from the index of each kind. */
const newestBefore = (p: Visibility, before: Sql) => sql`greatest(
  (select e.publish_at from changelog_entry e
    where e.company_id = ${p.companyId} and e.state = 'published' and e.publish_at < ${before}
    order by e.publish_at desc limit 1),
  (select f.created_at from ${ownItems(p)} and f.created_at < ${before}
    order by f.created_at desc limit 1)
)`;

/** Returns the months with parts, newest first. Reads one part of each month. */
export const listTimelineMonths = statement<Visibility, { month: string }>(
  "list_changelog_months",
  (p) => sql`
    with recursive month (start) as (
      select date_trunc('month', ${newestBefore(p, sql`'infinity'`)}, 'UTC')
      union all
      select date_trunc('month', ${newestBefore(p, sql`month.start`)}, 'UTC') from month
      where month.start > now() - interval '10 years'
    )
    select to_char(start at time zone 'UTC', 'YYYY-MM') as month from month
    where start is not null limit 120
  `,
);
