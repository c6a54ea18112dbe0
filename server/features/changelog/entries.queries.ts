import type { ChangelogEntry, EntryState } from "#contract/changelog.ts";
import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { sourceColumns } from "#server/features/feedback/sourceOf.queries.ts";
import { linkedItems } from "./linkedItems.queries.ts";

/** Whether the viewer may see the entry `e`. Visitors see only published entries. */
export const canSeeEntry = ({ canSeeDrafts }: Pick<Visibility, "canSeeDrafts">) =>
  sql`(e.state = 'published' or ${canSeeDrafts}::boolean)`;

const labelsOfEntry = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'color', l.color) order by l.id)
  from changelog_entry_label el
  join changelog_label l on l.company_id = el.company_id and l.id = el.label_id
  where el.company_id = e.company_id and el.entry_id = e.id
), '[]')`;

const editingOfEntry = sql`jsonb_build_object(
  'revision', e.revision, 'tell', to_jsonb(e.tells), 'completeItems', e.completes_items,
  'wasPublished', e.told_at is not null,
  'editedBy', (
    select jsonb_build_object('id', u.id, 'fullName', u.full_name, 'pictureUrl', ${pictureUrl("u")})
    from user_account u where u.id = e.edited_by_id
  )
)`;

/** The columns of the entry `e` as a viewer sees it. */
export const entryColumns = (
  p: Pick<Visibility, "viewerId" | "canSeePrivate" | "canSeeDrafts">,
) => sql`
  e.id, e.title, e.slug, ${sourceColumns("e", "body")}, left(e.body, 300) as excerpt, e.version,
  e.cover_url, e.cover_alt, e.state, e.publish_at,
  ${labelsOfEntry} as labels, ${linkedItems(p)} as items, e.created_at, e.updated_at,
  case when ${p.canSeeDrafts}::boolean then ${editingOfEntry} end as editing`;

/** Which entries a list contains. */
export interface EntryListShape {
  /** Without a state, admins get entries of all states. Visitors get published ones in any case. */
  state?: EntryState | undefined;
  byLabel?: boolean;
  bySearch?: boolean;
  isAdmin: boolean;
  afterCursor?: boolean;
}

export interface EntryListParams extends Visibility {
  label?: number | undefined;
  /** The folded words of a search. Each must be part of an entry. */
  words?: readonly string[];
  /** The time by which the last entry of the previous page is sorted, or `infinity` for a draft. */
  cursorKey?: string;
  cursorId?: number;
  rows: number;
}

const conditions = (shape: EntryListShape, p: Required<EntryListParams>): Sql => {
  const state = shape.isAdmin ? shape.state : "published";
  const all = [
    sql`e.company_id = ${p.companyId}`,
    ...(state ? [sql`e.state = ${sql.lit(state)}`] : []),
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
  ];
  return sql.join(all, sql` and `);
};

/** The time by which the entry `e` is sorted. Drafts come first. */
const orderTime = (shape: EntryListShape) =>
  shape.isAdmin && shape.state !== "published"
    ? sql`coalesce(e.publish_at, 'infinity')`
    : sql`e.publish_at`;

/**
 * Returns up to `rows` entries after the cursor: drafts, then scheduled entries, then published
 * ones, newest first. Each entry has the labels, and those of its items that the viewer can see.
 */
export const listEntries = statementByShape((shape: EntryListShape) =>
  statement<EntryListParams, ChangelogEntry>("list_changelog_entries", (p) => {
    const time = orderTime(shape);
    const after = shape.afterCursor
      ? sql`and (${time}, e.id) < (${p.cursorKey}::timestamptz, ${p.cursorId}::bigint)`
      : sql``;
    return sql`
      select ${entryColumns(p)} from (
        select * from changelog_entry e where ${conditions(shape, p)} ${after}
        order by ${time} desc, e.id desc limit ${p.rows}
      ) e
      order by ${time} desc, e.id desc
    `;
  }),
);

/** Counts the entries of a list. A company has at most as many as its quota. */
export const countEntries = statementByShape((shape: EntryListShape) =>
  statement<EntryListParams, { total: number }>(
    "count_changelog_entries",
    (p) => sql`select count(*) as total from changelog_entry e where ${conditions(shape, p)}`,
  ),
);

/** Returns an entry if the viewer can see it. */
export const findEntry = statement<Visibility & { entryId: number }, ChangelogEntry>(
  "find_changelog_entry",
  (p) => sql`
    select ${entryColumns(p)} from changelog_entry e
    where e.company_id = ${p.companyId} and e.id = ${p.entryId} and ${canSeeEntry(p)}
  `,
);

/** Returns the entry with a slug if the viewer can see it. */
export const findEntryBySlug = statement<Visibility & { slug: string }, ChangelogEntry>(
  "find_changelog_entry_by_slug",
  (p) => sql`
    select ${entryColumns(p)} from changelog_entry e
    where e.company_id = ${p.companyId} and e.slug = ${p.slug} and ${canSeeEntry(p)}
  `,
);

/** Returns which of the slugs that begin with `prefix` the company's entries have. */
export const listTakenSlugs = statement<{ companyId: number; prefix: string }, { slug: string }>(
  "list_taken_slugs",
  (p) => sql`
    select slug from changelog_entry
    where company_id = ${p.companyId} and starts_with(slug, ${p.prefix})
  `,
);
