import {
  ENTRY_ITEMS,
  ENTRY_LABELS,
  NewChangelogLabel,
  NewEntry,
  SLUG_TAKEN,
} from "#contract/changelog.ts";
import { PICTURE_URL } from "#contract/pictures.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import { quotaMessage } from "#contract/quotas.ts";
import { quotaCounts } from "#server/features/companies/quotas.queries.ts";
import {
  deleteUnsavedEntries,
  insertImportedEntries,
  listEntriesWithSlugs,
} from "#server/features/imports/importedChangelogEntries.queries.ts";
import { placePicturesOf } from "#server/features/imports/importedPictures.ts";
import { rememberViews } from "#server/features/imports/importRecords.queries.ts";
import type { ChangelogEntryRecord } from "#server/features/imports/sources/importRecord.ts";
import {
  optionalDate,
  OptionalFields,
  RecordProblem,
} from "#server/features/imports/sources/recordChecks.ts";
import { itemIdsOf } from "./itemsOfRecords.ts";
import type { RecordKind, WritableRecord } from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

/** What a run writes of an entry. Entries belong to the company and not to a person. */
interface PlannedEntry extends Pick<
  ChangelogEntryRecord,
  "title" | "slug" | "body" | "labels" | "items"
> {
  bodyMarkdown: string | null;
  /** Missing in records of earlier versions. */
  cover?: { url: string; alt: string | null } | null;
  version: string | null;
  /** Since when the entry is public; null for a draft. */
  publishAt: string | null;
  createdAt: string | null;
  person: null;
}

export const changelogEntry: RecordKind<PlannedEntry> = {
  order: "position",

  check(record) {
    if (record.kind !== "changelog_entry") throw new RecordProblem("This is no changelog entry");
    const { title, slug, body, version } = record;
    const read = NewEntry.safeParse({ title, slug, body, version: version ?? undefined });
    if (!read.success) throw new RecordProblem(read.error.issues[0]?.message ?? "Invalid entry");
    const optional = new OptionalFields();
    const labels = record.labels.filter((label) => NewChangelogLabel.safeParse(label).success);
    const publishAt = optional.read("date", () => optionalDate(record.publishAt));
    const data: PlannedEntry = {
      title: read.data.title,
      slug,
      ...storedBody(read.data.body ?? "", record.isMarkdown),
      version: read.data.version || null,
      publishAt: record.state === "published" ? publishAt : null,
      cover: record.cover && PICTURE_URL.test(record.cover.url) ? record.cover : null,
      labels: labels.slice(0, ENTRY_LABELS),
      items: record.items.slice(0, ENTRY_ITEMS),
      createdAt: optional.read("date", () => optionalDate(record.createdAt)),
      person: null,
    };
    return { key: slug, title: data.title, data, leftOut: optional.leftOut };
  },

  async plan(db, records, { companyId, entryQuota: quota, plannedAsNew }) {
    const slugs = records.map(({ data }) => data.slug);
    const found = await db.all(listEntriesWithSlugs, { companyId, slugs });
    const existing = new Map(found.map((entry) => [entry.slug, entry]));
    const counted = await db.first(quotaCounts.entries, { companyId, quota });
    let room = quota - (counted?.count ?? 0) - plannedAsNew;
    return records.map(({ data }) => {
      const entry = existing.get(data.slug);
      const isSame = entry?.title === data.title && entry.body === (data.bodyMarkdown ?? data.body);
      if (entry) return isSame ? same : skipped(SLUG_TAKEN);
      if (room <= 0) return skipped(quotaMessage("entries", quota));
      room -= 1;
      return created(data);
    });
  },

  async write(db, records, { source, importId }) {
    const { companyId } = db;
    const ids = await itemIdsOf(
      db,
      source,
      records.flatMap(({ record }) => record.items),
    );
    const newEntries = rowsOf(records, ids);
    const inserted = await db.all(insertImportedEntries, { companyId, newEntries });
    const idOf = new Map(inserted.map(({ slug, id }) => [slug, id]));
    const written = records.flatMap(({ position, record }) => {
      const id = idOf.get(record.slug);
      return id === undefined ? [] : [{ position, id }];
    });
    await placePicturesOf(
      db,
      records.flatMap(({ record: { slug, bodyMarkdown, cover } }) => {
        const entry_id = idOf.get(slug);
        if (entry_id === undefined) return [];
        return [
          [bodyMarkdown, { entry_id, part: null }],
          [cover?.url, { entry_id, part: "cover" }],
        ] as const;
      }),
    );
    const writtenViews = JSON.stringify(written);
    await db.all(rememberViews, { companyId, importId, writtenViews });
    return written.map(({ position }) => position);
  },

  async takeBack(db, records) {
    const { companyId } = db;
    await db.all(deleteUnsavedEntries, { companyId, writtenEntries: rowsOf(records, new Map()) });
  },
};

function storedBody(text: string, isMarkdown: boolean) {
  if (!isMarkdown) return { body: text, bodyMarkdown: null };
  const { plain, markdown } = writtenText(text, "entry");
  return { body: plain, bodyMarkdown: markdown };
}

/** Returns entries as JSON text for the statements. */
function rowsOf(
  records: readonly WritableRecord<PlannedEntry>[],
  ids: ReadonlyMap<string, number>,
): string {
  const rows = records.map(({ position, entryId, record }) => ({
    position,
    id: entryId,
    title: record.title,
    slug: record.slug,
    body: record.body,
    body_markdown: record.bodyMarkdown,
    version: record.version,
    cover_url: record.cover?.url,
    cover_alt: record.cover?.alt,
    publish_at: record.publishAt,
    created_at: record.createdAt,
    labels: record.labels,
    feedback_ids: record.items.flatMap((key) => ids.get(key) ?? []),
  }));
  return JSON.stringify(rows);
}
