import type { ChangedItem, FeedbackItem, feedbackApi } from "#contract/feedback.ts";
import { NEEDS_APPROVAL, NOT_OPEN } from "#contract/feedback.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import { BLOCKED_ACCOUNT } from "#contract/errors.ts";
import { attachPictures } from "#server/features/attachedPictures/attachPictures.queries.ts";
import { findVisibleBoard } from "#server/features/boards/boards.queries.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import type { TenantDb, TenantTransaction } from "#server/platform/db/database.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict, forbidden, invalid } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { placeMergedComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import { mayAuthorChange } from "./feedback.policy.ts";
import { requireAssignee } from "./assignees.queries.ts";
import { findFeedbackItem, lockFeedbackItem, updateFeedback } from "./feedback.queries.ts";
import { findModerationLevel } from "./mustWait.queries.ts";
import { activitiesOf } from "./itemActivities.ts";
import { offerFieldsUndo } from "./undoFields.ts";

type ChangeContext = Handled<typeof feedbackApi.update, TenantUserContext>;

export async function changeFeedback(context: ChangeContext): Promise<ChangedItem> {
  const { db } = context;
  const { companyId } = db;
  // Only admins get errors about the assignee, so that nobody else learns who is an admin. Other
  // viewers of the item get 403.
  if (isAdminOf(context.viewer, companyId))
    await requireAssignee(context.database.system, companyId, context.body.assigneeId);
  return refuseUnknownTargets(db.transaction((transaction) => applyChanges(transaction, context)));
}

const unknownBoard = () => invalid({ boardId: ["Unknown board"] });

/** @throws HttpError 400 if the change names a board or category that the company does not have */
export async function refuseUnknownTargets<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (isForeignKeyViolation(error, "feedback_item_company_id_board_id_fkey")) {
      throw unknownBoard();
    }
    if (isForeignKeyViolation(error, "feedback_item_company_id_board_category_id_fkey")) {
      throw invalid({ boardCategoryId: ["Unknown category"] });
    }
    throw error;
  }
}

async function applyChanges(
  db: TenantTransaction,
  { visibility, viewer, isBlocked, params, body, response, notFound }: ChangeContext,
): Promise<ChangedItem> {
  const { companyId } = visibility;
  const { id: feedbackId } = params;
  // Without this lock, the new board could become private or public before the comments of merged
  // items are moved.
  if (body.boardId !== undefined && isAdminOf(viewer, companyId))
    await db.first(lockCompany, { companyId });
  const before = await db.first(lockFeedbackItem, { ...visibility, feedbackId });
  if (!before) throw notFound();
  if (before.state === "merged") throw conflict(NOT_OPEN.merged);
  if (before.state === "pending" && body.status !== undefined) throw conflict(NOT_OPEN.pending);
  const isAdmin = isAdminOf(viewer, companyId);
  if (!isAdmin && !mayAuthorChange(viewer, before, body)) throw forbidden();
  if (isBlocked) throw forbidden(BLOCKED_ACCOUNT);
  if (!isAdmin) await refuseIfApproved(db, before);
  const { boardId } = body;
  if (boardId !== undefined && !(await db.first(findVisibleBoard, { ...visibility, boardId })))
    throw unknownBoard();
  const changed = changedFields(body);
  const text = body.description === undefined ? undefined : writtenText(body.description);
  await db.all(updateFeedback, {
    ...body,
    ...(text && { description: text.plain, descriptionMarkdown: text.markdown }),
    companyId,
    feedbackIds: [feedbackId],
    changed,
  });
  if (body.description !== undefined)
    await attachPictures(
      db,
      viewer.id,
      { feedbackId, part: "description" },
      { field: "description", source: body.description, before: before.description },
    );
  await attachPictures(
    db,
    viewer.id,
    { feedbackId, part: "note" },
    { field: "note", source: body.note ?? null },
  );
  if (boardId !== undefined && boardId !== before.boardId)
    await placeMergedComments(db, [feedbackId]);
  const after = await db.first(lockFeedbackItem, { ...visibility, feedbackId });
  const item = await db.first(findFeedbackItem(visibility), { ...visibility, feedbackId });
  if (!after || !item) throw notFound();
  await response.record(db, ...activitiesOf(before, after, body));
  const undoToken = isAdmin ? await offerFieldsUndo(db, viewer, [{ before, after }]) : null;
  return { ...item, undoToken };
}

/**
 * Refuses an author's change of an approved item if all posts need approval.
 * @throws HttpError 409
 */
async function refuseIfApproved(db: TenantDb, { state }: Pick<FeedbackItem, "state">) {
  if (state === "pending") return;
  const company = await db.first(findModerationLevel, { companyId: db.companyId });
  if (company?.moderation === "all") throw conflict(NEEDS_APPROVAL);
}
