import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { RowOf } from "#server/platform/db/statement.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { forbidden, invalid, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { auditedChanges } from "./auditedChanges.ts";
import { mayAuthorChange } from "./feedback.policy.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { ItemSnapshot } from "./feedback.queries.ts";
import {
  findFeedbackItem,
  insertStatusChange,
  lockFeedbackItem,
  updateFeedback,
} from "./feedback.queries.ts";

const { notFound: message } = feedbackApi.update;

type ChangeContext = SignedInContext & {
  params: { id: number };
  body: BodyOf<typeof feedbackApi.update>;
  response: Pick<ResponseContext, "changed">;
};

type FoundItem = RowOf<typeof findFeedbackItem>;

/**
 * Changes an item. In the same transaction a new status is added to the item's timeline, and
 * changes of another user's item are recorded in the audit log.
 */
export async function changeFeedback(context: ChangeContext): Promise<FeedbackItem> {
  const { db, visibility } = requireTenant(context, message);
  try {
    const { before, after } = await db.transaction((transaction) =>
      applyChanges(transaction, visibility, context.params.id, context),
    );
    publishChange(context.response, before, after);
    return after;
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
  context: ChangeContext,
): Promise<{ before: ItemSnapshot; after: FoundItem }> {
  const { viewer, body } = context;
  const { companyId } = visibility;
  const before = await db.first(lockFeedbackItem, { ...visibility, feedbackId });
  if (!before) throw notFound(message);
  if (!isAdminOf(viewer, companyId) && !mayAuthorChange(viewer, before, body)) throw forbidden();
  await db.all(updateFeedback, {
    ...body,
    companyId,
    feedbackId,
    changed: changedFields(body),
  });
  if (body.status !== undefined && body.status !== before.status) {
    await db.all(insertStatusChange, {
      companyId,
      feedbackId,
      viewerId: visibility.viewerId,
      fromStatus: before.status,
      toStatus: body.status,
      note: body.note || null,
    });
  }
  if (before.userId !== viewer.id)
    await auditChange(db, visibility, before, { ...context, feedbackId });
  const after = await db.first(findFeedbackItem, { ...visibility, feedbackId });
  if (!after) throw notFound(message);
  return { before, after };
}

async function auditChange(
  db: TenantDb,
  visibility: Visibility,
  before: ItemSnapshot,
  { feedbackId, ...actor }: Pick<ChangeContext, "viewer" | "ip"> & { feedbackId: number },
): Promise<void> {
  const after = await db.first(lockFeedbackItem, { ...visibility, feedbackId });
  const details = after ? auditedChanges(before, after) : {};
  if (Object.keys(details).length === 0) return;
  const { title: subject } = before;
  await recordAudit(db, actor, visibility.companyId, {
    action: "feedback.update",
    subject,
    details,
  });
}

/**
 * Publishes a change. After a move, an event is published for each of the two boards, and only
 * viewers who may see a board receive its event.
 */
function publishChange(
  response: Pick<ResponseContext, "changed">,
  before: ItemSnapshot,
  after: FoundItem,
): void {
  const { id: feedbackId, boardId } = after;
  const kind = before.status === after.status ? "item" : "status";
  response.changed({ kind, feedbackId, boardId }, after.isPrivate);
  if (before.boardId !== boardId) {
    response.changed({ kind: "item", feedbackId, boardId: before.boardId }, before.isPrivate);
  }
}
