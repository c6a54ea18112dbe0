import type { Activity } from "#server/platform/activity/activity.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { feedbackApi, NOT_OPEN } from "#contract/feedback.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { conflict, forbidden, invalid, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import {
  placeCommentsOfTarget,
  recountComments,
} from "#server/features/mergedComments/mergedComments.queries.ts";
import { auditedChanges } from "./auditedChanges.ts";
import { mayAuthorChange } from "./feedback.policy.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { ItemSnapshot } from "./feedback.queries.ts";
import { findFeedbackItem, lockFeedbackItem, updateFeedback } from "./feedback.queries.ts";

const { notFound: message } = feedbackApi.update;

type Changes = BodyOf<typeof feedbackApi.update>;

type ChangeContext = SignedInContext & {
  params: { id: number };
  body: Changes;
  response: Pick<ResponseContext, "record">;
};

/** Changes an item. A new status and other changes are two activities. */
export async function changeFeedback(context: ChangeContext): Promise<FeedbackDetail> {
  const { db, visibility } = requireTenant(context, message);
  try {
    return await db.transaction((transaction) =>
      applyChanges(transaction, visibility, context.params.id, context),
    );
  } catch (error) {
    if (isForeignKeyViolation(error, "feedback_item_company_id_board_id_fkey")) {
      throw invalid({ boardId: ["Unknown board"] });
    }
    if (isForeignKeyViolation(error, "feedback_item_company_id_board_category_id_fkey")) {
      throw invalid({ boardCategoryId: ["Unknown category"] });
    }
    throw error;
  }
}

async function applyChanges(
  db: TenantDb,
  visibility: Visibility<number>,
  feedbackId: number,
  { viewer, body, response }: ChangeContext,
): Promise<FeedbackDetail> {
  const { companyId } = visibility;
  const before = await db.first(lockFeedbackItem, { ...visibility, feedbackId });
  if (!before) throw notFound(message);
  if (before.state === "merged") throw conflict(NOT_OPEN.merged);
  if (!isAdminOf(viewer, companyId) && !mayAuthorChange(viewer, before, body)) throw forbidden();
  await db.all(updateFeedback, { ...body, companyId, feedbackId, changed: changedFields(body) });
  if (body.boardId !== undefined && body.boardId !== before.boardId)
    await placeMergedComments(db, feedbackId);
  const after = await db.first(lockFeedbackItem, { ...visibility, feedbackId });
  const item = await db.first(findFeedbackItem, { ...visibility, feedbackId });
  if (!after || !item) throw notFound(message);
  for (const activity of activitiesOf(before, after, body)) await response.record(db, activity);
  return item;
}

/** Moves the comments of merged items to where all who may see the target may read them. */
async function placeMergedComments(db: TenantDb, targetId: number): Promise<void> {
  const { companyId } = db;
  const placed = await db.all(placeCommentsOfTarget, { companyId, targetId });
  if (placed.length > 0)
    await db.all(recountComments, { companyId, ids: placed.map(({ id }) => id) });
}

function activitiesOf(before: ItemSnapshot, after: ItemSnapshot, body: Changes): Activity[] {
  const { id: feedbackId, boardId, isPrivate } = after;
  const item = { feedbackId, boardId, isPrivate };
  const activities: Activity[] = [];
  if (before.status !== after.status) {
    const { status: fromStatus } = before;
    const { status: toStatus } = after;
    const isSilent = body.notify === false;
    const data = { fromStatus, toStatus, note: body.note || null, isSilent };
    activities.push({ kind: "status_changed", ...item, data });
  }
  const changes = auditedChanges(before, after);
  if (Object.keys(changes).length > 0) {
    const { userId: authorId, title } = before;
    const { boardId: formerId, isPrivate: wasPrivate } = before;
    const movedFrom = { boardId: formerId, isPrivate: wasPrivate };
    activities.push({
      kind: "item_changed",
      ...item,
      data: { authorId, title, changes, ...(formerId !== boardId && { movedFrom }) },
    });
  }
  return activities;
}
