import type { moderationApi } from "#contract/moderation.ts";
import { UNDO_CONFLICT } from "#contract/moderation.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { lockFeedbackItems } from "#server/features/feedback/bulkChanges.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb, TenantTransaction } from "#server/platform/db/database.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import { deleteBlock, findBlockedAccount } from "./blockedAccounts.queries.ts";
import type { RestoredPost, TakenDecision } from "./decisions.queries.ts";
import {
  findDecision,
  forgetApprovals,
  holdComments,
  holdItems,
  restoreComments,
  restoreItems,
  takeDecision,
} from "./decisions.queries.ts";

type UndoContext = Handled<typeof moderationApi.undo, TenantUserContext>;

/** The posts that wait for approval again. */
interface Restored {
  items: RestoredPost[];
  comments: RestoredPost[];
}

/**
 * Undoes a decision of the viewer. The posts of the decision wait for approval again, and the
 * account that the decision has blocked is unblocked.
 * @throws HttpError 409 if one of the posts cannot wait for approval again; nothing is then changed
 */
export async function undoDecision(context: UndoContext): Promise<void> {
  const { db, database, viewer, body, response } = context;
  const { companyId } = db;
  const ofDecision = { companyId, decisionId: body.decisionId, viewerId: viewer.id };
  const { blockedId } = (await db.first(findDecision, ofDecision)) ?? {};
  const blocked = blockedId
    ? await database.system.first(findBlockedAccount, { companyId, userId: blockedId })
    : undefined;
  try {
    const undone = await db.transaction(async (transaction) => {
      await transaction.first(lockCompany, { companyId });
      const decision = await transaction.first(takeDecision, ofDecision);
      if (!decision) throw context.notFound();
      const { kind, feedbackIds, commentIds } = decision;
      const restore = kind === "approve" ? holdPosts : restorePosts;
      const waiting = await restore(transaction, decision);
      if (waiting.items.length < feedbackIds.length || waiting.comments.length < commentIds.length)
        throw conflict(UNDO_CONFLICT);
      if (blocked) await unblock(transaction, context, blocked);
      const details = { decision: kind, feedbackIds, commentIds };
      if (feedbackIds.length + commentIds.length > 0)
        await recordAudit(transaction, context, companyId, { action: "moderation.undo", details });
      return { ...waiting, wereVisible: kind === "approve" };
    });
    report(response, undone);
  } catch (error) {
    // The post's author, board, topic or item was deleted after the decision.
    if (isForeignKeyViolation(error)) throw conflict(UNDO_CONFLICT);
    throw error;
  }
}

/** Makes approved posts wait for approval again, and deletes their notifications. */
async function holdPosts(db: TenantDb, decision: TakenDecision): Promise<Restored> {
  const { companyId } = db;
  const { feedbackIds, commentIds, items, commentItemIds } = decision;
  const itemIds = [...new Set([...feedbackIds, ...commentItemIds])];
  await db.all(lockFeedbackItems("change"), { companyId, feedbackIds: itemIds });
  const ofPosts = { companyId, feedbackIds, commentIds, itemIds };
  const forgotten = await db.all(forgetApprovals, ofPosts);
  if (forgotten.some(({ isMailed }) => isMailed)) throw conflict(UNDO_CONFLICT);
  return {
    items: await db.all(holdItems, { companyId, approvedItems: items }),
    comments: await db.all(holdComments, { companyId, commentIds }),
  };
}

/** Inserts rejected posts again. */
async function restorePosts(db: TenantDb, decision: TakenDecision): Promise<Restored> {
  const { companyId } = db;
  const { items, comments, commentItemIds } = decision;
  await db.all(lockFeedbackItems("change"), { companyId, feedbackIds: commentItemIds });
  return {
    items: await db.all(restoreItems, { companyId, rejectedItems: items }),
    comments: await db.all(restoreComments, { companyId, rejectedComments: comments }),
  };
}

async function unblock(
  db: TenantTransaction,
  context: UndoContext,
  { id: userId, username }: { id: number; username: string },
): Promise<void> {
  const { companyId } = db;
  if (!(await db.first(deleteBlock, { companyId, userId }))) return;
  await recordAudit(db, context, companyId, {
    action: "account.unblock",
    subject: username,
    aboutUserId: userId,
  });
}

/** Publishes the events for open pages. */
function report(
  response: Pick<ResponseContext, "changed">,
  { items, comments, wereVisible }: Restored & { wereVisible: boolean },
): void {
  for (const { feedbackId, boardId, isPrivate } of items)
    response.changed({ kind: "item", feedbackId, boardId }, isPrivate || !wereVisible);
  for (const { feedbackId, boardId, isPrivate } of comments) {
    const event = { kind: "comment", feedbackId, boardId, commentsCount: null } as const;
    response.changed(event, isPrivate || !wereVisible);
  }
  response.changed({ kind: "moderation" }, true);
  if (wereVisible) response.changed({ kind: "notifications" }, false);
}
