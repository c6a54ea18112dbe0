import type { ImportedItemIds } from "#server/features/imports/importedItems.queries.ts";
import {
  listImportedItemIds,
  lockImportedItems,
} from "#server/features/imports/importedItems.queries.ts";
import { updateMergeDate } from "#server/features/imports/importMerges.queries.ts";
import {
  optionalDate,
  OptionalFields,
  RecordProblem,
  requireKey,
} from "#server/features/imports/sources/recordChecks.ts";
import {
  moveIntoTarget,
  moveIntoTargetWithCopies,
  moveOutOfTargets,
} from "#server/features/merging/moveSources.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { findItems } from "./itemsOfRecords.ts";
import type { RecordKind, WritableRecord } from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

interface MergeData {
  item: string;
  target: string;
  person: null;
  mergedAt: string | null;
  /**
   * Whether the import's other records include the votes and levels of following that the merge has
   * copied.
   */
  hasCopies?: boolean;
}

export const merge: RecordKind<MergeData> = {
  order: "position",

  check(record) {
    if (record.kind !== "merge") throw new RecordProblem("This is no merge");
    const [key, target] = [requireKey(record.item), requireKey(record.target)];
    if (key === target) throw new RecordProblem("The item is merged into itself");
    const { hasCopies = false } = record;
    const optional = new OptionalFields();
    const mergedAt = optional.read("date", () => optionalDate(record.mergedAt));
    const data = { item: key, target, person: null, mergedAt, hasCopies };
    return { key, title: `${key} → ${target}`, data, leftOut: optional.leftOut };
  },

  async plan(db, records, context) {
    const keys = records.flatMap(({ data }) => [data.item, data.target]);
    const itemOf = await findItems(db, keys, context);
    return records.map(({ data }) => {
      const [source, target] = [itemOf(data.item), itemOf(data.target)];
      if ("problem" in source) return skipped(source.problem);
      if ("problem" in target) return skipped(`The other item: ${target.problem}`);
      if (source.mergedIntoId !== null) return same;
      if (target.mergedIntoId !== null) return skipped("The other item was merged here");
      // If the item already exists, it may have got votes that are not in the file. The merge must
      // copy these votes.
      return created({ ...data, hasCopies: data.hasCopies && source.feedbackId === null });
    });
  },

  async write(db, records, { source }) {
    const written: number[] = [];
    for (const record of records)
      if (await mergeItems(db, source, record)) written.push(record.position);
    return written;
  },

  async takeBack(db, records, { companyId, source }) {
    const keys = records.flatMap(({ record }) => [record.item, record.target]);
    const found = await db.all(listImportedItemIds, { companyId, source, keys });
    const items = new Map(found.map((row) => [row.key, row]));
    const merged = records.flatMap(({ record }) => {
      const [item, target] = [items.get(record.item), items.get(record.target)];
      return item && target && isMergedInto(item, target) ? (item.feedbackId ?? []) : [];
    });
    await moveOutOfTargets(db, merged);
  },
};

/**
 * Whether the item is still merged as the run has merged it: into the target or, if the target had
 * been merged before, into the target's target.
 */
function isMergedInto(item: ImportedItemIds, target: ImportedItemIds): boolean {
  const mergedInto = item.mergedThroughId ?? item.mergedIntoId;
  return (
    mergedInto !== null && (mergedInto === target.feedbackId || mergedInto === target.mergedIntoId)
  );
}

/**
 * Merges an item into the target. If the target itself has been merged since the dry run, the item
 * is merged into the target's target, unless that is the item itself. Returns whether the item was
 * merged.
 */
async function mergeItems(
  db: TenantDb,
  source: string,
  { record }: WritableRecord<MergeData>,
): Promise<boolean> {
  const { companyId } = db;
  const keys = [record.item, record.target];
  const items = await db.all(listImportedItemIds, { companyId, source, keys });
  const [item, target] = keys.map((key) => items.find((found) => found.key === key));
  const feedbackId = item?.mergedIntoId === null ? item.feedbackId : null;
  const targetId = target?.mergedIntoId ?? target?.feedbackId ?? null;
  if (feedbackId === null || targetId === null || feedbackId === targetId) return false;
  await db.all(lockImportedItems, { companyId, ids: [feedbackId, targetId] });
  const { mergedAt, hasCopies } = record;
  const move = hasCopies ? moveIntoTargetWithCopies : moveIntoTarget;
  await move(db, { feedbackIds: [feedbackId], targetId });
  if (mergedAt !== null) await db.all(updateMergeDate, { companyId, feedbackId, mergedAt });
  return true;
}
