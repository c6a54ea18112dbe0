import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

export const changelogCopies: Copy[] = [
  [
    "changelog_entry",
    "id, title, slug, body, state, publish_at, search_text, created_at, updated_at",
    "id, 'B ' || title, 'b-' || slug, 'B', state, publish_at, 'b', created_at, updated_at",
  ],
  [
    "changelog_subscriber",
    "id, address, state, created_at, changed_at",
    "id, 'b-' || address, state, created_at, changed_at",
  ],
  ["changelog_label", "id, name, color, created_at", "id, 'B ' || name, color, created_at"],
  ["changelog_entry_label", "entry_id, label_id", "entry_id, label_id"],
  ["changelog_entry_item", "feedback_id, entry_id, position", "feedback_id, entry_id, position"],
];

/** Inserts a published entry of the changelog with a label and an item. */
export async function insertEntry(sql: Sql, companyId: number, itemId: number) {
  const [row] = await sql<{ entry: string; label: string }>(
    `with entry as (
       insert into changelog_entry
         (company_id, title, slug, body, state, publish_at, search_text, created_at, updated_at)
       values ($1, 'Entry', 'entry', 'Text', 'published', $3, 'entry', $3, $3) returning id
     ), label as (
       insert into changelog_label (company_id, name, color, created_at)
       values ($1, 'Label', '#112233', $3) returning id
     ), item as (
       insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
       select $1, $2, id, 0 from entry
     ), labelled as (
       insert into changelog_entry_label (company_id, entry_id, label_id)
       select $1, entry.id, label.id from entry, label
     )
     select entry.id as entry, label.id as label from entry, label`,
    [companyId, itemId, BEFORE],
  );
  const [subscriber] = await sql<{ id: string }>(
    `insert into changelog_subscriber (company_id, address, state, created_at, changed_at)
     values ($1, 'reader@example.com', 'subscribed', $2, $2) returning id`,
    [companyId, BEFORE],
  );
  return {
    entry: Number(row?.entry),
    label: Number(row?.label),
    subscriber: Number(subscriber?.id),
  };
}

/** Returns the parameters of statements about the changelog. */
export function changelogParameters({
  companyId,
  item,
  entry,
  changelogLabel,
  user,
}: Record<"companyId" | "item" | "entry" | "changelogLabel" | "user", number>): Record<
  string,
  unknown
> {
  return {
    entryId: entry,
    labelId: changelogLabel,
    labelIds: [changelogLabel],
    label: changelogLabel,
    body: "Changed",
    bodyMarkdown: null,
    version: "2",
    at: "2100-01-01T00:00:00Z",
    tells: ["followers"],
    completesItems: true,
    publisherId: user,
    color: "#445566",
    prefix: "entry",
    slugs: ["entry", "b-entry"],
    row: JSON.stringify({ company_id: companyId, id: 904, title: "E", slug: "restored" }),
    newEntries: JSON.stringify([
      { position: 1, title: "E", slug: "imported", body: "", labels: [], feedback_ids: [item] },
    ]),
    writtenEntries: JSON.stringify([{ id: entry }]),
    labels: ["Label"],
    items: ["Public item"],
    editorId: user,
    publishedDaysAgo: 1,
  };
}
