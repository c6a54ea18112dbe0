import type { ImportSource } from "#contract/importFormats.ts";
import {
  deleteImportedEntries,
  insertImportedEntries,
  listImportedKeys,
} from "#server/features/imports/importedEntries.queries.ts";
import { findPeople } from "#server/features/imports/importedPeople.queries.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { findItems } from "./itemsOfRecords.ts";
import type { CheckedRecord, Plan, PlanContext, WritableRecord } from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

/**
 * The data of a comment or of a status change. Unlike a vote, such a record has a key in its
 * source.
 */
export interface EntryData {
  item: string;
  person: PlannedPerson | null;
  createdAt: string | null;
  formerKey?: string | undefined;
}

type EntryKind = "comment" | "status_change";

/** Plans comments or status changes. Entries of earlier imports are not changed. */
export async function planEntries<Data extends EntryData>(
  db: TenantDb,
  records: readonly CheckedRecord<Data>[],
  context: PlanContext,
  kind: EntryKind,
): Promise<Plan<Data>[]> {
  const { companyId, source } = context;
  const itemOf = await findItems(
    db,
    records.map(({ data }) => data.item),
    context,
  );
  const people = await findPeople(
    db,
    records.map(({ data }) => data.person),
  );
  const keys = records.flatMap(({ key, data: { formerKey } }) =>
    formerKey ? [key, formerKey] : [key],
  );
  const imported = await db.all(listImportedKeys, { companyId, source, entryKind: kind, keys });
  const dates = new Map(imported.map(({ key, createdAt }) => [key, createdAt]));
  const isFormer = ({ formerKey, createdAt }: Data) => {
    const date = dates.get(formerKey ?? "");
    // An entry that was deleted here has no date, and is not created again.
    return date === null || date === createdAt;
  };
  return records.map(({ key, data }) => {
    if (dates.has(key) || isFormer(data)) return same;
    const found = itemOf(data.item);
    if ("problem" in found) return skipped(found.problem);
    if (found.mergedIntoId !== null) return skipped("The item was merged here");
    if (data.person && people.get(data.person.key) === null)
      return skipped("The person was deleted here");
    return created(data);
  });
}

interface Entries {
  source: ImportSource;
  kind: EntryKind;
}

/**
 * Stores the keys and ids of written comments or status changes. The undo and later imports need
 * them.
 */
export async function rememberWritten(
  db: TenantDb,
  records: readonly WritableRecord<EntryData>[],
  written: readonly { position: number; id: number }[],
  { source, kind }: Entries,
): Promise<void> {
  const { companyId } = db;
  const keys = new Map(records.map(({ position, key }) => [position, key]));
  const entries = written.map(({ position, id }) => ({ key: keys.get(position), id }));
  const importedEntries = JSON.stringify(entries);
  await db.all(insertImportedEntries, { companyId, source, entryKind: kind, importedEntries });
}

/**
 * Deletes the stored keys of comments or status changes that are being undone. Returns the ids of
 * those that still exist.
 */
export async function forgetWritten(
  db: TenantDb,
  records: readonly WritableRecord<EntryData>[],
  { source, kind }: Entries,
): Promise<number[]> {
  const { companyId } = db;
  const keys = records.map(({ key }) => key);
  const entries = await db.all(deleteImportedEntries, {
    companyId,
    source,
    entryKind: kind,
    keys,
  });
  return entries.flatMap(({ id }) => id ?? []);
}
