import { isDeepStrictEqual } from "node:util";
import type { NotRestored } from "#contract/undo.ts";
import { UndoableField } from "#contract/undo.ts";
import { placeMergedComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import type { FieldValues, Restore, UndoContext } from "#server/features/undo/undo.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import {
  listLatestStatusChanges,
  listTargets,
  lockFeedbackItems,
  undoStatusChanges,
} from "./bulkChanges.queries.ts";
import type { ItemSnapshot } from "./feedback.queries.ts";
import { updateFeedback } from "./feedback.queries.ts";
import { activitiesOf } from "./itemActivities.ts";

/** Stores the changed fields of items. Returns null if none of them can be undone. */
export async function offerFieldsUndo(
  db: TenantTransaction,
  viewer: { id: number },
  changes: readonly { before: ItemSnapshot; after: ItemSnapshot }[],
): Promise<string | null> {
  const items = changes.flatMap(({ before, after }) => {
    const changed = UndoableField.options.filter((field) => before[field] !== after[field]);
    if (changed.length === 0) return [];
    const of = (item: ItemSnapshot): FieldValues =>
      Object.fromEntries(changed.map((field) => [field, item[field]]));
    return [{ feedbackId: before.id, before: of(before), after: of(after) }];
  });
  return items.length > 0 ? offerUndo(db, viewer, "fields", { items }) : null;
}

/** The fields of an item that are to be restored, and those that cannot be. */
interface Plan {
  item: ItemSnapshot;
  values: FieldValues;
  notRestored: NotRestored[];
  /** The change of status to delete. */
  changeId?: number;
}

/**
 * Restores fields of items. For a status, deletes the change with its entry in the timeline and its
 * notifications. An item whose former assignee is no longer an admin is left unassigned.
 */
export const undoFields: Restore<"fields"> = async (db, { items: changes }, context) => {
  const { companyId } = db;
  const feedbackIds = changes.map(({ feedbackId }) => feedbackId);
  const items = await db.all(lockFeedbackItems("change"), { companyId, feedbackIds });
  const byId = new Map(items.map((item) => [item.id, item]));
  const plan = await planner(db, changes, context.viewer.id);
  const missing = (feedbackId: number, reason: NotRestored["reason"]) => [
    { feedbackId, commentId: null, field: null, reason },
  ];
  const notRestored: NotRestored[] = [];
  const plans: Plan[] = [];
  for (const change of changes) {
    const item = byId.get(change.feedbackId);
    if (!item) notRestored.push(...missing(change.feedbackId, "deleted"));
    else if (item.state === "merged") notRestored.push(...missing(item.id, "changed"));
    else plans.push(plan(item, change));
  }
  await restoreValues(db, plans, context);
  await restoreStatuses(db, plans, context);
  const restored = plans.filter(
    ({ values, changeId }) => changeId !== undefined || Object.keys(values).length > 0,
  );
  return {
    restored: restored.length,
    notRestored: [...notRestored, ...plans.flatMap((planned) => planned.notRestored)],
  };
};

type Change = { feedbackId: number; before: FieldValues; after: FieldValues };

/** Returns a function that decides which fields of an item can be restored. */
async function planner(db: TenantTransaction, changes: readonly Change[], viewerId: number) {
  const { companyId } = db;
  const idsOf = (field: "boardId" | "boardCategoryId" | "assigneeId") =>
    changes.flatMap(({ before }) => before[field] ?? []);
  const targets = await db.first(listTargets, {
    companyId,
    boardIds: idsOf("boardId"),
    boardCategoryIds: idsOf("boardCategoryId"),
    assigneeIds: idsOf("assigneeId"),
  });
  const exists = (field: UndoableField, value: unknown) =>
    typeof value !== "number" || (targets?.[field as keyof typeof targets] ?? []).includes(value);
  const feedbackIds = changes.flatMap(({ feedbackId, before }) =>
    before.status === undefined ? [] : feedbackId,
  );
  const latest = await db.all(listLatestStatusChanges, { companyId, viewerId, feedbackIds });
  const latestOf = new Map(latest.map((change) => [change.feedbackId, change]));
  return (item: ItemSnapshot, { before, after }: Change): Plan => {
    const planned: Plan = { item, values: {}, notRestored: [] };
    const refuse = (field: UndoableField, reason: NotRestored["reason"]) =>
      planned.notRestored.push({ feedbackId: item.id, commentId: null, field, reason });
    for (const field of UndoableField.options) {
      if (!(field in after)) continue;
      const value = before[field];
      const status = latestOf.get(item.id);
      if (item[field] !== after[field]) refuse(field, "changed");
      else if (field === "status") {
        if (!status?.isOwn || status.fromStatus !== value || status.toStatus !== item.status)
          refuse(field, "changed");
        else if (status.isMailed) refuse(field, "reacted");
        else planned.changeId = status.id;
      } else if (exists(field, value)) Object.assign(planned.values, { [field]: value });
      else if (field === "assigneeId") {
        planned.values.assigneeId = null;
        refuse(field, "unassigned");
      } else refuse(field, "target_deleted");
    }
    return planned;
  };
}

/** Restores all fields except the status. One statement restores all items with equal values. */
async function restoreValues(
  db: TenantTransaction,
  plans: readonly Plan[],
  { response }: UndoContext,
): Promise<void> {
  const { companyId } = db;
  const groups: { values: FieldValues; feedbackIds: number[] }[] = [];
  for (const { item, values } of plans) {
    if (Object.keys(values).length === 0) continue;
    const group = groups.find((other) => isDeepStrictEqual(other.values, values));
    if (group) group.feedbackIds.push(item.id);
    else groups.push({ values, feedbackIds: [item.id] });
  }
  for (const { values, feedbackIds } of groups) {
    await db.all(updateFeedback, {
      ...values,
      companyId,
      feedbackIds,
      changed: changedFields(values),
    });
    if (values.boardId !== undefined) await placeMergedComments(db, feedbackIds);
  }
  const feedbackIds = groups.flatMap((group) => group.feedbackIds);
  const after = await db.all(lockFeedbackItems("change"), { companyId, feedbackIds });
  const afterOf = new Map(after.map((item) => [item.id, item]));
  const activities = plans.flatMap(({ item }) =>
    activitiesOf(item, afterOf.get(item.id) ?? item, {}),
  );
  await response.record(db, ...activities);
}

/** Deletes the changes of status, and restores the statuses before them. */
async function restoreStatuses(
  db: TenantTransaction,
  plans: readonly Plan[],
  { response }: UndoContext,
): Promise<void> {
  const undone = plans.filter(({ changeId }) => changeId !== undefined);
  if (undone.length === 0) return;
  const changeIds = undone.flatMap(({ changeId }) => changeId ?? []);
  await db.all(undoStatusChanges, { companyId: db.companyId, changeIds });
  for (const {
    item: { id: feedbackId, boardId, isPrivate },
  } of undone)
    response.changed({ kind: "status", feedbackId, boardId }, isPrivate);
  const areAllPrivate = undone.every(({ item }) => item.isPrivate);
  response.changed({ kind: "notifications" }, areAllPrivate);
}
