import type { BulkField } from "#contract/feedbackFields.ts";
import { BULK_FIELDS, describeField } from "#contract/feedbackFields.ts";
import type { NotRestored } from "#contract/undo.ts";
import { placeMergedComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import type { FieldValues, Restore, UndoData } from "#server/features/undo/undo.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import { notRestored } from "#server/features/undo/undoResult.policy.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import type { Targets } from "./bulkChanges.queries.ts";
import {
  listLatestStatusChanges,
  listTargets,
  lockFeedbackItems,
  undoStatusChanges,
} from "./bulkChanges.queries.ts";
import type { ItemSnapshot } from "./feedback.queries.ts";
import { updateFeedback } from "./feedback.queries.ts";
import { activitiesOf } from "./itemActivities.ts";

type Change = UndoData["fields"]["items"][number];

/** Stores the changed fields of items. Returns null if none of them can be undone. */
export async function offerFieldsUndo(
  db: TenantTransaction,
  viewer: { id: number },
  changes: readonly { before: ItemSnapshot; after: ItemSnapshot }[],
): Promise<string | null> {
  const items = changes.flatMap(({ before, after }): Change[] => {
    const changed = BULK_FIELDS.filter((field) => before[field] !== after[field]);
    const valuesOf = (item: ItemSnapshot): FieldValues =>
      Object.fromEntries(changed.map((field) => [field, item[field]]));
    const change = { feedbackId: before.id, before: valuesOf(before), after: valuesOf(after) };
    return changed.length > 0 ? [change] : [];
  });
  return items.length > 0 ? offerUndo(db, viewer, "fields", { items }) : null;
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
  const planOf = await planner(db, changes, context.viewer.id);
  const plans = changes.map((change) => planOf(change, byId.get(change.feedbackId)));
  const restored = plans.filter(
    ({ changeId, values }) => changeId !== undefined || changedFields(values).length > 0,
  );
  await restoreValues(db, restored);
  const after = await db.all(lockFeedbackItems("change"), { companyId, feedbackIds });
  const activities = after.flatMap((item) => activitiesOf(byId.get(item.id) ?? item, item, {}));
  await context.response.record(db, ...activities);
  const changeIds = restored.flatMap(({ changeId }) => changeId ?? []);
  await db.all(undoStatusChanges, { companyId, changeIds });
  const moved = restored.filter(({ changeId }) => changeId !== undefined);
  const movedItems = moved.flatMap(({ id }) => byId.get(id) ?? []);
  for (const { id: feedbackId, boardId, isPrivate } of movedItems)
    context.response.changed({ kind: "status", feedbackId, boardId }, isPrivate);
  const areAllPrivate = movedItems.every(({ isPrivate }) => isPrivate);
  if (moved.length > 0) context.response.changed({ kind: "notifications" }, areAllPrivate);
  return {
    restored: restored.length,
    notRestored: plans.flatMap((plan) => plan.notRestored),
  };
};

/** The fields of an item that are to be restored, and those that cannot be. */
interface Plan {
  id: number;
  /** The values of all fields except the status. */
  values: FieldValues;
  /** The change of status to delete. */
  changeId?: number;
  notRestored: NotRestored[];
}

/** Returns a function that decides which fields of an item can be restored. */
async function planner(
  db: TenantTransaction,
  changes: readonly Change[],
  viewerId: number,
): Promise<(change: Change, item: ItemSnapshot | undefined) => Plan> {
  const { companyId } = db;
  const idsOf = (type: keyof Targets) =>
    changes.flatMap(({ before }) =>
      BULK_FIELDS.filter((field) => describeField(field).type === type).map((field) =>
        Number(before[field] ?? 0),
      ),
    );
  const targets = await db.first(listTargets, {
    companyId,
    boardIds: idsOf("board"),
    boardCategoryIds: idsOf("boardCategory"),
    assigneeIds: idsOf("member"),
  });
  const isGone = (field: BulkField, value: unknown) => {
    const ids = targets?.[describeField(field).type as keyof Targets];
    return ids !== undefined && value !== null && !ids.includes(Number(value));
  };
  const withStatus = changes.filter(({ before }) => before.status !== undefined);
  const feedbackIds = withStatus.map(({ feedbackId }) => feedbackId);
  const latest = await db.all(listLatestStatusChanges, { companyId, viewerId, feedbackIds });
  const latestOf = new Map(latest.map((change) => [change.feedbackId, change]));
  return ({ feedbackId: id, before, after }, item) => {
    const plan: Plan = { id, values: {}, notRestored: [] };
    const refuse = (field: BulkField | null, reason: NotRestored["reason"]) =>
      plan.notRestored.push({ ...notRestored(id, reason), field });
    if (!item || item.state === "merged") refuse(null, item ? "changed" : "deleted");
    else
      for (const field of BULK_FIELDS) {
        if (!(field in after)) continue;
        const value = before[field];
        const status = latestOf.get(id);
        if (item[field] !== after[field]) refuse(field, "changed");
        else if (field === "status") {
          const isLatest = status?.fromStatus === value && status?.toStatus === item.status;
          if (!isLatest || !status?.isOwn) refuse(field, "changed");
          else if (status.isMailed) refuse(field, "reacted");
          else plan.changeId = status.id;
        } else if (!isGone(field, value)) Object.assign(plan.values, { [field]: value });
        else if (field !== "assigneeId") refuse(field, "target_deleted");
        else {
          plan.values.assigneeId = null;
          refuse(field, "unassigned");
        }
      }
    return plan;
  };
}

/** Restores all fields except the status. One statement restores all items with equal values. */
async function restoreValues(db: TenantTransaction, plans: readonly Plan[]): Promise<void> {
  const { companyId } = db;
  const groups = Map.groupBy(plans, ({ values }) => JSON.stringify(values));
  for (const [text, group] of groups) {
    const values = JSON.parse(text) as FieldValues;
    const changed = changedFields(values);
    if (changed.length === 0) continue;
    const feedbackIds = group.map(({ id }) => id);
    await db.all(updateFeedback, { ...values, companyId, feedbackIds, changed });
    if (values.boardId !== undefined) await placeMergedComments(db, feedbackIds);
  }
}
