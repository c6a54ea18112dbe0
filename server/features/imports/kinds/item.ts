import { deleteFollowers } from "#server/features/feedback/deleteFollowers.queries.ts";
import { importedChanges, restoredFields } from "#server/features/imports/importedFields.ts";
import type {
  CurrentItem,
  ImportedItem,
  ItemChange,
} from "#server/features/imports/importedItems.queries.ts";
import {
  deleteItems,
  insertItems,
  listCurrentItems,
  listImportedItems,
  lockImportedItems,
  updateItems,
} from "#server/features/imports/importedItems.queries.ts";
import { placePicturesOf } from "#server/features/imports/importedPictures.ts";
import { releaseImportedPictures } from "#server/features/imports/importedPictures.queries.ts";
import { listMergesOf } from "#server/features/imports/importMerges.queries.ts";
import type { ImportedFields } from "#server/features/imports/sources/importRecord.ts";
import { placeMergedComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import { moveOutOfTargets } from "#server/features/merging/moveSources.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { CheckedItem, PlannedItem } from "./planItems.ts";
import { checkItem, isPathNew, planItems, valuesOf } from "./planItems.ts";
import type { RecordKind, WritableRecord, WriteContext } from "./recordKind.ts";

export const item: RecordKind<PlannedItem, CheckedItem> = {
  order: "position",

  check: checkItem,

  plan: planItems,

  async write(db, records, context) {
    const { companyId, importId, source, people } = context;
    const createdItems = records.filter(isCreated);
    const newItems = createdItems.map(({ position, key, record }) => {
      const { person, closed, exported } = record;
      return {
        position,
        key,
        fields: valuesOf(record),
        user_id: person && people.get(person.key),
        created_at: record.createdAt,
        closed_at: closed?.at,
        close_reason: closed?.reason,
        close_note: closed?.note,
        close_note_markdown: closed?.noteMarkdown,
        old_path: record.oldPath,
        assignee_id: record.assigneeId,
        is_pending: exported?.isPending,
        is_author_deleted: exported?.isAuthorDeleted,
        is_answered: exported?.isAnswered,
        is_private: exported?.isPrivate,
      };
    });
    const inserted = await db.all(insertItems, {
      companyId,
      importId,
      source,
      newItems: JSON.stringify(newItems),
    });
    const recordOf = new Map(createdItems.map(({ position, record }) => [position, record]));
    await placePicturesOf(
      db,
      inserted.flatMap(({ position, feedbackId }) => {
        const written = recordOf.get(position);
        return written ? textsOf(feedbackId, valuesOf(written)) : [];
      }),
    );
    const changed = records.filter(({ fate }) => fate === "changed");
    const updated = await changeItems(db, changed, context);
    return [...inserted, ...updated].map(({ position }) => position);
  },

  prepareTakeBack: (db, records) => deleteFollowers(db, idsOf(records.filter(isCreated))),

  async takeBack(db, records, { companyId, importId, source }) {
    const ids = idsOf(records);
    await db.all(lockImportedItems, { companyId, ids });
    const createdItems = records.filter(isCreated);
    const createdIds = idsOf(createdItems);
    await unmergeAll(db, createdIds);
    const keys = createdItems.map(({ key }) => key);
    await db.all(deleteItems, { companyId, source, ids: createdIds, keys });
    const items = await db.all(listCurrentItems, { companyId, ids });
    const byId = new Map(items.map((found) => [found.feedbackId, found]));
    const restored = records.flatMap((row) => restorationOf(row, byId));
    if (restored.length > 0) await writeChanges(db, restored, { importId, source, byId });
  },
};

const isCreated = ({ fate }: Pick<WritableRecord<PlannedItem>, "fate">) => fate === "new";

/** Returns the ids of the records' items that exist. */
const idsOf = (records: readonly Pick<WritableRecord<PlannedItem>, "feedbackId">[]) =>
  records.flatMap(({ feedbackId }) => feedbackId ?? []);

async function changeItems(
  db: TenantDb,
  records: readonly WritableRecord<PlannedItem>[],
  { importId, source }: WriteContext,
): Promise<{ position: number }[]> {
  if (records.length === 0) return [];
  const { companyId } = db;
  const keys = records.map(({ key }) => key);
  const found = await db.all(listImportedItems, { companyId, source, keys });
  const ids = found.flatMap(({ feedbackId }) => feedbackId ?? []);
  await db.all(lockImportedItems, { companyId, ids });
  // The items are read again, because they may have changed before the lock.
  const imported = await db.all(listImportedItems, { companyId, source, keys });
  const items = new Map(imported.filter(isCurrent).map((row) => [row.key, row]));
  const changes = records.flatMap(({ position, key, record }): ItemChange[] => {
    const next = valuesOf(record);
    const row = items.get(key);
    if (!row) return [];
    const { feedbackId, current } = row;
    const changed = importedChanges(next, row.record, current);
    if (!changed && !isPathNew(record, row)) return [];
    const fields = changed ?? current;
    const change = { before: current, after: fields, record: row.record };
    const isPrivate = record.exported?.isPrivate ?? false;
    const { oldPath } = record;
    return [{ position, feedbackId, fields, oldPath, isPrivate, record: next, change }];
  });
  const byId = new Map([...items.values()].map((row) => [row.feedbackId, row]));
  return writeChanges(db, changes, { importId, source, byId });
}

/** Returns the texts of an item in which pictures can stand. */
const textsOf = (feedback_id: number, { descriptionMarkdown, closed }: ImportedFields) =>
  [
    [descriptionMarkdown, { feedback_id, part: "description" }],
    [closed?.noteMarkdown, { feedback_id, part: "close_note" }],
  ] as const;

const isCurrent = (row: ImportedItem): row is ImportedItem & CurrentItem =>
  row.feedbackId !== null && row.current !== null;

/**
 * Writes changes of items. If an item moves to another board, the comments of merged items can
 * belong elsewhere, because visitors must not read those of a private item at a public one.
 * @param byId the items as they are before the changes
 */
async function writeChanges(
  db: TenantDb,
  changes: readonly ItemChange[],
  {
    importId,
    source,
    byId,
  }: Pick<WriteContext, "importId" | "source"> & { byId: ReadonlyMap<number, CurrentItem> },
): Promise<{ position: number }[]> {
  const { companyId } = db;
  const itemChanges = JSON.stringify(changes);
  const written = await db.all(updateItems, { companyId, importId, source, itemChanges });
  await db.all(releaseImportedPictures, {
    companyId,
    ids: changes.map(({ feedbackId }) => feedbackId),
  });
  await placePicturesOf(
    db,
    changes.flatMap(({ feedbackId, fields }) => textsOf(feedbackId, fields)),
  );
  const targetIds = changes.flatMap(({ feedbackId, fields }) => {
    const before = byId.get(feedbackId);
    if (!before || before.current.boardId === fields.boardId) return [];
    return [before.mergedIntoId ?? feedbackId];
  });
  await placeMergedComments(db, targetIds);
  return written;
}

function restorationOf(
  { position, fate, feedbackId, change }: WritableRecord<PlannedItem>,
  byId: ReadonlyMap<number, CurrentItem>,
): ItemChange[] {
  const now = feedbackId === null ? undefined : byId.get(feedbackId)?.current;
  if (fate !== "changed" || feedbackId === null || !change || !now) return [];
  const { before, after, record } = change as NonNullable<ItemChange["change"]>;
  const fields = restoredFields(before, after, now) ?? now;
  const restored = { fields, oldPath: null, isPrivate: false, record, change: null };
  return [{ position, feedbackId, ...restored }];
}

/**
 * Undoes all merges in which one of these items is the source or the target. Otherwise, deleting a
 * merged item would leave copies of its votes at the target, and deleting a target would also
 * delete the items that were merged into it.
 */
async function unmergeAll(db: TenantDb, ids: number[]): Promise<void> {
  const { companyId } = db;
  for (;;) {
    const merges = await db.all(listMergesOf, { companyId, ids });
    if (merges.length === 0) return;
    for (const { feedbackIds } of merges) await moveOutOfTargets(db, feedbackIds);
  }
}
