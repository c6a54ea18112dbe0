import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Returns the title and source of the company's entries with these slugs. */
export const listEntriesWithSlugs = statement<
  { companyId: number; slugs: readonly string[] },
  { slug: string; title: string; body: string }
>(
  "list_entries_with_slugs",
  (p) => sql`
    select slug, title, coalesce(body_markdown, body) as body from changelog_entry
    where company_id = ${p.companyId} and slug = any (${p.slugs}::text[])
  `,
);

const entryRecord = sql`(position integer, id bigint, title text, slug text, body text,
  body_markdown text, version text, cover_url text, cover_alt text, publish_at timestamptz, created_at timestamptz, labels jsonb,
  feedback_ids jsonb)`;

/**
 * Inserts entries with the labels and items that they name, and returns their ids by slug. Adds
 * labels that the company does not have. Leaves out entries whose slug is taken, and items that
 * another entry links. An entry with a time is published, and counts as told. `newEntries` is JSON
 * text.
 */
export const insertImportedEntries = statement<
  { companyId: number; newEntries: string },
  { id: number; slug: string }
>(
  "insert_imported_changelog_entries",
  (p) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${p.newEntries}::jsonb) as given ${entryRecord}
    ), inserted as (
      insert into changelog_entry (company_id, title, slug, body, body_markdown, version,
        cover_url, cover_alt, state, publish_at, told_at, created_at, updated_at, search_text)
      select ${p.companyId}::bigint, title, slug, body, body_markdown, version, cover_url, cover_alt,
        case when publish_at is null then 'draft' else 'published' end, publish_at, publish_at,
        coalesce(created_at, now()), coalesce(created_at, now()),
        fold_text(title || chr(31) || coalesce(version, '') || chr(31) || body)
      from given order by position
      on conflict do nothing
      returning id, slug
    ), named as (
      select distinct on (inserted.id, fold_text(label.name)) inserted.id as entry_id, label.name,
        label.color
      from inserted join given on given.slug = inserted.slug
      cross join jsonb_to_recordset(given.labels) as label (name text, color text)
    ), added as (
      insert into changelog_label (company_id, name, color)
      select distinct on (fold_text(name)) ${p.companyId}::bigint, name, color from named
      where not exists (
        select from changelog_label l
        where l.company_id = ${p.companyId} and fold_text(l.name) = fold_text(named.name)
      )
      on conflict do nothing
      returning id, name
    ), labelled as (
      insert into changelog_entry_label (company_id, entry_id, label_id)
      select ${p.companyId}::bigint, named.entry_id, l.id
      from named join (
        select id, name from added
        union all
        select id, name from changelog_label where company_id = ${p.companyId}
      ) l on fold_text(l.name) = fold_text(named.name)
      on conflict do nothing
    ), linked as (
      insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
      select ${p.companyId}::bigint, f.id, inserted.id, item.place - 1
      from inserted join given on given.slug = inserted.slug
      cross join jsonb_array_elements(given.feedback_ids) with ordinality as item (id, place)
      join feedback_item f on f.company_id = ${p.companyId} and f.id = item.id::bigint
      on conflict do nothing
    )
    select id, slug from inserted
  `,
);

/**
 * Deletes imported entries that nobody has saved since. `writtenEntries` is JSON text. Labels that
 * the import has added stay.
 */
export const deleteUnsavedEntries = statement<{ companyId: number; writtenEntries: string }, never>(
  "delete_unsaved_changelog_entries",
  (p) => sql`
    delete from changelog_entry e
    using jsonb_to_recordset(${p.writtenEntries}::jsonb) as given ${entryRecord}
    where e.company_id = ${p.companyId} and e.id = given.id and e.revision = 1
  `,
);
