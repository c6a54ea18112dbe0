import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { CloseReason } from "#contract/feedbackLabels.ts";
import type { ImportNameKind } from "#contract/imports.ts";
import { changedFields, restoredFields } from "#server/features/imports/importedFields.ts";
import type { ImportedItem, ItemChange } from "#server/features/imports/importedItems.queries.ts";
import {
  deleteItems,
  insertItems,
  listImportedItems,
  listItemFields,
  lockItems,
  updateItems,
} from "#server/features/imports/importedItems.queries.ts";
import { listMergesOf } from "#server/features/imports/importMerges.queries.ts";
import type {
  ImportedFields,
  SourceRecord,
} from "#server/features/imports/sources/importRecord.ts";
import { readCsvItem } from "#server/features/imports/sources/readCsvItem.ts";
import type { PlannedPerson } from "#server/features/imports/sources/recordChecks.ts";
import {
  excerptOf,
  optionalDate,
  optionalName,
  optionalPerson,
  optionalText,
  RecordProblem,
  requireKey,
  requireText,
} from "#server/features/imports/sources/recordChecks.ts";
import { moveOutOfTarget } from "#server/features/merging/moveSources.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type {
  CheckedRecord,
  Plan,
  PlanContext,
  RecordKind,
  WritableRecord,
  WriteContext,
} from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 10_000;
const MAX_CLOSE_NOTE = 1_000;
const MAX_TAGS = 20;
const MAX_VOTES = 10_000_000;

interface PlannedItem {
  fields: ImportedFields;
  person: PlannedPerson | null;
  createdAt: string | null;
  closed: { reason: CloseReason; note: string | null; at: string | null } | null;
  oldPath: string | null;
}

/** An item whose status, category, board and tags are still names of the file. */
interface CheckedItem extends Omit<PlannedItem, "fields"> {
  title: string;
  description: string;
  status: string | null;
  category: string | null;
  board: string | null;
  tags: string[];
  unnamedVotes: number;
}

export const item: RecordKind<PlannedItem, CheckedItem> = {
  order: "position",

  check: checkItem,

  async plan(db, records, context) {
    const { companyId, source } = context;
    const keys = records.map(({ key }) => key);
    const imported = await db.all(listImportedItems, { companyId, source, keys });
    const items = new Map(imported.map((found) => [found.key, found]));
    return records.map((record) => planItem(record, items.get(record.key), context));
  },

  async write(db, records, context) {
    const { companyId, importId, source, people } = context;
    const newItems = records
      .filter(({ fate }) => fate === "new")
      .map(({ position, key, record: { fields, person, createdAt, closed, oldPath } }) => ({
        position,
        key,
        fields,
        user_id: person && people.get(person.key),
        created_at: createdAt,
        closed_at: closed?.at,
        close_reason: closed?.reason,
        close_note: closed?.note,
        old_path: oldPath,
      }));
    const inserted = await db.all(insertItems, {
      companyId,
      importId,
      source,
      newItems: JSON.stringify(newItems),
    });
    const changed = records.filter(({ fate }) => fate === "changed");
    const updated = await changeItems(db, changed, context);
    return [...inserted, ...updated].map(({ position }) => position);
  },

  async takeBack(db, records, { companyId, importId, source }) {
    const ids = records.flatMap(({ feedbackId }) => feedbackId ?? []);
    await db.all(lockItems, { companyId, ids });
    const createdItems = records.filter(({ fate }) => fate === "new");
    const createdIds = createdItems.flatMap(({ feedbackId }) => feedbackId ?? []);
    await unmergeAll(db, createdIds);
    const keys = createdItems.map(({ key }) => key);
    await db.all(deleteItems, { companyId, source, ids: createdIds, keys });
    const fields = await db.all(listItemFields, { companyId, ids });
    const current = new Map(fields.map((row) => [row.id, row.current]));
    const restored = records.flatMap((row) => restorationOf(row, current));
    const itemChanges = JSON.stringify(restored);
    if (restored.length > 0)
      await db.all(updateItems, { companyId, importId, source, itemChanges });
  },
};

function checkItem(
  record: SourceRecord,
  { columns, companyId }: PlanContext,
): CheckedRecord<CheckedItem> {
  const found = record.kind === "row" ? readCsvItem(record.cells, columns) : record;
  if (found.kind !== "item") throw new RecordProblem("This is no item");
  const title = requireText(found.title, "The title", MAX_TITLE);
  const { closed, oldPath, unnamedVotes } = found;
  if (!Number.isInteger(unnamedVotes) || unnamedVotes < 0 || unnamedVotes > MAX_VOTES)
    throw new RecordProblem("The number of votes is not valid");
  const data: CheckedItem = {
    title,
    description: optionalText(found.content, "The description", MAX_DESCRIPTION) ?? title,
    status: optionalName(found.status, "status"),
    category: optionalName(found.category, "category"),
    board: optionalName(found.board, "board"),
    tags: found.tags.map(excerptOf).filter(Boolean).slice(0, MAX_TAGS),
    unnamedVotes,
    person: optionalPerson(found.author, companyId),
    createdAt: optionalDate(found.createdAt),
    closed: closed && {
      reason: closed.reason,
      note: optionalText(closed.note, "The note", MAX_CLOSE_NOTE),
      at: optionalDate(closed.at),
    },
    oldPath: oldPath && excerptOf(oldPath),
  };
  return { key: requireKey(found.key), title, data };
}

function planItem(
  { data }: CheckedRecord<CheckedItem>,
  found: ImportedItem | undefined,
  context: PlanContext,
): Plan<PlannedItem> {
  const fields = fieldsOf(data, context);
  if (typeof fields === "string") return skipped(fields);
  const { person, createdAt, closed, oldPath } = data;
  const planned = { fields, person, createdAt, closed, oldPath };
  if (!found) return created(planned);
  if (!found.current) return skipped("The item was deleted here after an earlier import");
  if (!changedFields(fields, found.record, found.current)) return same;
  return { fate: "changed", reason: null, data: planned };
}

/** Returns the values of the item, or the reason why it is skipped. */
function fieldsOf(data: CheckedItem, { match, boardId }: PlanContext): ImportedFields | string {
  const unmatched: string[] = [];
  const targetOf = (kind: ImportNameKind, name: string | null, otherwise: string | null) => {
    if (name === null) return otherwise;
    const found = match(kind, name);
    if (found.target === null) {
      const what = found.match === "chosen" ? "is left out" : "is not known here";
      unmatched.push(`The ${kind} "${name}" ${what}`);
    }
    return found.target;
  };
  const status = targetOf("status", data.status, "new");
  const category = targetOf("category", data.category, "feature");
  const board = targetOf("board", data.board, boardId === null ? null : String(boardId));
  if (unmatched[0] !== undefined) return unmatched[0];
  if (board === null) return "The item has no board";
  const topic = data.tags
    .map((tag) => match("topic", tag).target)
    .find((target) => target !== null);
  return {
    title: data.title,
    description: data.description,
    status: status as FeedbackStatus,
    category: category as FeedbackCategory,
    boardId: Number(board),
    boardCategoryId: topic === undefined ? null : Number(topic),
    unnamedVotes: data.unnamedVotes,
  };
}

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
  await db.all(lockItems, { companyId, ids });
  // The items are read again, because they may have changed before the lock.
  const imported = await db.all(listImportedItems, { companyId, source, keys });
  const items = new Map(imported.map((row) => [row.key, row]));
  const changes = records.flatMap(({ position, key, record: { fields: next } }): ItemChange[] => {
    const row = items.get(key);
    if (!row || row.feedbackId === null || row.current === null) return [];
    const fields = changedFields(next, row.record, row.current);
    if (!fields) return [];
    const change = { before: row.current, after: fields, record: row.record };
    return [{ position, feedbackId: row.feedbackId, key, fields, record: next, change }];
  });
  const itemChanges = JSON.stringify(changes);
  return db.all(updateItems, { companyId, importId, source, itemChanges });
}

function restorationOf(
  { position, key, fate, feedbackId, change }: WritableRecord<PlannedItem>,
  current: ReadonlyMap<number, ImportedFields>,
): ItemChange[] {
  const now = feedbackId === null ? undefined : current.get(feedbackId);
  if (fate !== "changed" || feedbackId === null || !change || !now) return [];
  const { before, after, record } = change as NonNullable<ItemChange["change"]>;
  const fields = restoredFields(before, after, now) ?? now;
  return [{ position, feedbackId, key, fields, record, change: null }];
}

/**
 * Undoes all merges in which one of these items is the source or the target. Otherwise, the
 * deletion of the items would leave copies of their votes at their targets, and would delete the
 * items that were merged into them.
 */
async function unmergeAll(db: TenantDb, ids: number[]): Promise<void> {
  const { companyId } = db;
  for (;;) {
    const merges = await db.all(listMergesOf, { companyId, ids });
    if (merges.length === 0) return;
    for (const { feedbackIds, targetId } of merges)
      await moveOutOfTarget(db, { feedbackIds, targetId });
  }
}
