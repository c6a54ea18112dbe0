import type { closingApi } from "#contract/closing.ts";
import type { ChangedItem } from "#contract/feedback.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import { forgetRecentActivities } from "#server/features/feedback/bulkChanges.queries.ts";
import type { ItemSnapshot } from "#server/features/feedback/feedback.queries.ts";
import { findFeedbackItem, lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listClosings, reopenItems } from "./closing.queries.ts";

type ReopenContext = Handled<typeof closingApi.reopen, TenantUserContext>;

/** Reopens a closed item with the status that it had. An open item stays as it is. */
export async function reopenFeedback(context: ReopenContext): Promise<ChangedItem> {
  const { db, visibility, viewer, params } = context;
  const { id: feedbackId } = params;
  return db.transaction(async (transaction) => {
    const locked = await transaction.first(lockFeedbackItem, { ...visibility, feedbackId });
    if (!locked) throw context.notFound();
    const { state } = locked;
    if (state === "merged" || state === "pending") throw conflict(NOT_OPEN[state]);
    const ofItem = { companyId: db.companyId, feedbackIds: [feedbackId] };
    const closings = await transaction.all(listClosings, ofItem);
    await reopenAll(transaction, state === "closed" ? [locked] : [], context);
    const item = await transaction.first(findFeedbackItem(visibility), {
      ...visibility,
      feedbackId,
    });
    if (!item) throw context.notFound();
    const undoToken =
      closings.length > 0 ? await offerUndo(transaction, viewer, "reopening", { closings }) : null;
    return { ...item, undoToken };
  });
}

/**
 * Reopens locked items. If the viewer has closed an item within the last minute and no mail about
 * the closing was created yet, deletes the notifications of the closing. Such an item is unanswered
 * again if it was before and the team has neither commented on it nor changed its status since.
 */
export async function reopenAll(
  db: TenantTransaction,
  closed: readonly ItemSnapshot[],
  { viewer, response }: Pick<ReopenContext, "viewer" | "response">,
): Promise<void> {
  if (closed.length === 0) return response.unchanged();
  const { companyId } = db;
  const feedbackIds = closed.map(({ id }) => id);
  const forget = forgetRecentActivities(UNDO_SECONDS);
  const forgotten = await db.all(forget, {
    companyId,
    feedbackIds,
    kind: "item_closed",
    actorId: viewer.id,
  });
  const unanswered = forgotten.filter(({ wasAnswered }) => wasAnswered === false);
  const unansweredIds = unanswered.map(({ feedbackId }) => feedbackId);
  await db.all(reopenItems, { companyId, feedbackIds, unansweredIds });
  const areAllPrivate = closed.every((item) => item.isPrivate);
  if (forgotten.length > 0) response.changed({ kind: "notifications" }, areAllPrivate);
  const reopened = closed.map(({ id, boardId, isPrivate, title, userId: authorId }) => ({
    kind: "item_reopened" as const,
    feedbackId: id,
    boardId,
    isPrivate,
    data: { authorId, title },
  }));
  await response.record(db, ...reopened);
}
