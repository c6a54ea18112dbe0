import type { Audience, EntryState } from "#contract/changelog.ts";
import type { DeletedEntry } from "#server/features/undo/undo.queries.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { canSeeLinked } from "./linkedItems.queries.ts";

interface OfEntry {
  companyId: number;
  entryId: number;
}

/** The columns of an entry that a change sets. The Markdown is null if the plain text is the source. */
export interface StoredEntry {
  title: string;
  slug: string;
  body: string;
  bodyMarkdown: string | null;
  version: string | null;
  /** The address of the picture at the top, and what it shows. */
  coverUrl: string | null;
  coverAlt: string | null;
}

/** The state of an entry before a change. */
export interface LockedEntry extends StoredEntry {
  id: number;
  state: EntryState;
  publishAt: string | null;
  tells: Audience[];
  completesItems: boolean;
  wasTold: boolean;
  revision: number;
}

/** Inserts a draft without labels and items. */
export const insertEntry = statement<
  StoredEntry & { companyId: number; viewerId: number },
  { id: number }
>(
  "insert_changelog_entry",
  (p) => sql`
    insert into changelog_entry
      (company_id, title, slug, body, body_markdown, version, cover_url, cover_alt, edited_by_id,
        search_text)
    values (${p.companyId}, ${p.title}, ${p.slug}, ${p.body}, ${p.bodyMarkdown}, ${p.version},
      ${p.coverUrl}, ${p.coverAlt}, ${p.viewerId},
      fold_text(${p.title} || chr(31) || coalesce(${p.version}, '') || chr(31) || ${p.body}))
    returning id
  `,
);

/** Locks an entry until the transaction ends. */
export const lockEntry = statement<OfEntry, LockedEntry>(
  "lock_changelog_entry",
  (p) => sql`
    select id, title, slug, body, body_markdown, version, cover_url, cover_alt, state, publish_at,
      tells, completes_items, told_at is not null as was_told, revision
    from changelog_entry
    where company_id = ${p.companyId} and id = ${p.entryId}
    for update
  `,
);

/** Sets the changed fields of a locked entry, and counts the change. */
export const updateEntry = statement<
  OfEntry & { viewerId: number; changed: readonly string[] } & Partial<StoredEntry>,
  never
>(
  "update_changelog_entry",
  (p) => sql`
    update changelog_entry
    set ${assignChanged(
      {
        title: "text",
        slug: "text",
        body: "text",
        bodyMarkdown: "optional text",
        version: "optional text",
        coverUrl: "optional text",
        coverAlt: "optional text",
      },
      p,
    )},
      revision = revision + 1, edited_by_id = ${p.viewerId}, updated_at = now()
    where company_id = ${p.companyId} and id = ${p.entryId}
  `,
);

/** Writes anew the text in which searches look for an entry. */
export const updateSearchText = statement<OfEntry, never>(
  "update_changelog_search_text",
  (p) => sql`
    update changelog_entry
    set search_text = fold_text(title || chr(31) || coalesce(version, '') || chr(31) || body)
    where company_id = ${p.companyId} and id = ${p.entryId}
  `,
);

/** Replaces the labels of an entry, and returns those that exist. */
export const replaceEntryLabels = statement<
  OfEntry & { labelIds: readonly number[] },
  { labelId: number }
>(
  "replace_entry_labels",
  (p) => sql`
    with removed as (
      delete from changelog_entry_label
      where company_id = ${p.companyId} and entry_id = ${p.entryId}
        and label_id <> all (${p.labelIds}::bigint[])
    ), added as (
      insert into changelog_entry_label (company_id, entry_id, label_id)
      select company_id, ${p.entryId}::bigint, id from changelog_label
      where company_id = ${p.companyId} and id = any (${p.labelIds}::bigint[])
      on conflict do nothing
    )
    select id as label_id from changelog_label
    where company_id = ${p.companyId} and id = any (${p.labelIds}::bigint[])
  `,
);

type GivenItems = OfEntry &
  Pick<Visibility, "viewerId" | "canSeePrivate"> & { itemIds: readonly number[] };

/**
 * Replaces the items of an entry that the viewer can see, in the given order, and returns those that
 * it links now. An item of another entry is left out, and so is an item that waits for approval or
 * was merged, unless the entry links it already. Items that the viewer cannot see are neither linked
 * nor removed.
 */
export const replaceEntryItems = statement<GivenItems, { feedbackId: number }>(
  "replace_entry_items",
  (p) => sql`
    with removed as (
      delete from changelog_entry_item i using feedback_item f, board b
      where i.company_id = ${p.companyId} and i.entry_id = ${p.entryId}
        and i.feedback_id <> all (${p.itemIds}::bigint[])
        and f.company_id = i.company_id and f.id = i.feedback_id
        and b.company_id = f.company_id and b.id = f.board_id and ${canSeeLinked(p)}
    )
    insert into changelog_entry_item as linked (company_id, entry_id, feedback_id, position)
    select f.company_id, ${p.entryId}::bigint, f.id, given.position - 1
    from unnest(${p.itemIds}::bigint[]) with ordinality as given (id, position)
    join feedback_item f on f.company_id = ${p.companyId} and f.id = given.id
    join board b on b.company_id = f.company_id and b.id = f.board_id
    where ${canSeeLinked(p)} and (f.state in ('open', 'closed') or exists (
      select from changelog_entry_item i
      where i.company_id = f.company_id and i.feedback_id = f.id
        and i.entry_id = ${p.entryId}::bigint
    ))
    on conflict (company_id, feedback_id) do update set position = excluded.position
      where linked.entry_id = excluded.entry_id
    returning linked.feedback_id
  `,
);

/** Returns those of the items that the viewer can see and another entry links. */
export const listItemsOfOtherEntries = statement<GivenItems, { feedbackId: number }>(
  "list_items_of_other_entries",
  (p) => sql`
    select i.feedback_id from changelog_entry_item i
    join feedback_item f on f.company_id = i.company_id and f.id = i.feedback_id
    join board b on b.company_id = f.company_id and b.id = f.board_id
    where i.company_id = ${p.companyId} and i.feedback_id = any (${p.itemIds}::bigint[])
      and i.entry_id <> ${p.entryId} and ${canSeeLinked(p)}
  `,
);

/** Deletes an entry and returns what was stored of it. */
export const deleteEntry = statement<OfEntry, DeletedEntry>(
  "delete_changelog_entry",
  (p) => sql`
    delete from changelog_entry e
    where e.company_id = ${p.companyId} and e.id = ${p.entryId}
    returning to_jsonb(e) as row,
      coalesce((
        select jsonb_agg(label_id) from changelog_entry_label
        where company_id = e.company_id and entry_id = e.id
      ), '[]') as label_ids,
      coalesce((
        select jsonb_agg(feedback_id order by position) from changelog_entry_item
        where company_id = e.company_id and entry_id = e.id
      ), '[]') as item_ids
  `,
);

/** All columns of an entry besides its company. */
const RESTORED =
  sql.raw(`id, title, slug, body, body_markdown, version, cover_url, cover_alt, state,
  publish_at, tells, completes_items, published_by_id, origin, told_at, revision, edited_by_id, created_at, updated_at,
  search_text`);

/** Inserts a deleted entry again, unless another entry has its slug now. */
export const restoreEntry = statement<{ companyId: number; row: string }, { id: number }>(
  "restore_changelog_entry",
  (p) => sql`
    insert into changelog_entry (company_id, ${RESTORED}) overriding system value
    select ${p.companyId}::bigint, ${RESTORED}
    from jsonb_populate_record(null::changelog_entry, ${p.row}::jsonb) e
    on conflict do nothing
    returning id
  `,
);
