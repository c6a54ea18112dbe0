import type { ResponseOf } from "#contract/endpoint.ts";
import type { bulkChangesApi } from "#contract/bulkChanges.ts";
import { refusePictures } from "#server/features/attachedPictures/attachPictures.queries.ts";
import { placeMergedComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import {
  listSourcesOfItems,
  unmergeBeforeDeletion,
} from "#server/features/unmerging/unmerging.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { requireAssignee } from "./assignees.queries.ts";
import { lockFeedbackItems, lockItems } from "./bulkChanges.queries.ts";
import { refuseUnknownTargets } from "./changeFeedback.ts";
import { deleteFollowers } from "./deleteFollowers.queries.ts";
import { deleteFeedback, updateFeedback } from "./feedback.queries.ts";
import { activitiesOf, deletionsOf } from "./itemActivities.ts";
import { offerFieldsUndo } from "./undoFields.ts";

type Result = ResponseOf<typeof bulkChangesApi.change>;

type BulkContext = Handled<typeof bulkChangesApi.change, TenantUserContext>;

/**
 * Changes or deletes several items in one transaction (docs/decisions/0045-triage.md). The number
 * of statements does not depend on the number of items.
 */
export async function changeInBulk(context: BulkContext): Promise<Result> {
  const { db, body, database, tenantId } = context;
  refusePictures("changes", body.changes.note);
  await requireAssignee(database.system, tenantId, body.changes.assigneeId);
  if (body.changes.delete) return deleteInSlices(context);
  return refuseUnknownTargets(db.transaction((transaction) => changeAll(transaction, context)));
}

async function changeAll(
  db: TenantTransaction,
  { body, viewer, response }: BulkContext,
): Promise<Result> {
  const { companyId } = db;
  const { ids: feedbackIds, changes } = body;
  const before = await lockItems(db, feedbackIds, "change");
  const changed = changedFields(changes);
  await db.all(updateFeedback, { ...changes, companyId, feedbackIds, changed });
  if (changes.boardId !== undefined) await placeMergedComments(db, feedbackIds);
  const after = await db.all(lockFeedbackItems("change"), { companyId, feedbackIds });
  const snapshots = new Map(after.map((item) => [item.id, item]));
  const isBulk = feedbackIds.length > 1;
  const activities = new Map(
    before.map((item) => {
      const changedItem = snapshots.get(item.id) ?? item;
      return [item.id, activitiesOf(item, changedItem, changes, isBulk)];
    }),
  );
  await response.record(db, ...[...activities.values()].flat());
  const undoToken = await offerFieldsUndo(
    db,
    viewer,
    before.map((item) => ({ before: item, after: snapshots.get(item.id) ?? item })),
  );
  const isChanged = (id: number) => (activities.get(id) ?? []).length > 0;
  return { results: feedbackIds.map((id) => ({ id, changed: isChanged(id) })), undoToken };
}

/** Deletes the items. Popular items have more followers than one statement can process in time. */
async function deleteInSlices(context: BulkContext): Promise<Result> {
  const { db, body } = context;
  // If the items cannot be deleted, their followers must remain.
  await db.transaction((transaction) => lockItems(transaction, body.ids, "delete"));
  await deleteFollowers(db, body.ids);
  return db.transaction((transaction) => deleteAll(transaction, context), { isLong: true });
}

async function deleteAll(db: TenantTransaction, { body, response }: BulkContext): Promise<Result> {
  const { companyId } = db;
  const { ids: feedbackIds } = body;
  await lockItems(db, feedbackIds, "delete");
  const sources = await db.all(listSourcesOfItems, { companyId, targetIds: feedbackIds });
  const unmerged = await unmergeBeforeDeletion(db, sources);
  const deleted = await db.all(deleteFeedback, { companyId, feedbackIds });
  await response.record(db, ...unmerged, ...deletionsOf(deleted));
  return { results: feedbackIds.map((id) => ({ id, changed: true })), undoToken: null };
}
