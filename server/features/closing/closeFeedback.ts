import type { closingApi } from "#contract/closing.ts";
import type { ChangedItem } from "#contract/feedback.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { writtenNote } from "#contract/markdown/writtenText.ts";
import { attachPictures } from "#server/features/attachedPictures/attachPictures.queries.ts";
import { findFeedbackItem, lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { closeItems, listClosings } from "./closing.queries.ts";
import { closingActivity } from "./closingActivity.ts";

/**
 * Closes an item. Closing a closed item again with the same reason and note changes nothing, so
 * that a client can repeat a request whose response was lost.
 */
export async function closeFeedback(
  context: Handled<typeof closingApi.close, TenantUserContext>,
): Promise<ChangedItem> {
  const { db, visibility, params, body, viewer, response } = context;
  const { companyId } = visibility;
  const { reason } = body;
  const note = body.note || null;
  const ofItem = { ...visibility, feedbackId: params.id };
  return db.transaction(async (transaction) => {
    const locked = await transaction.first(lockFeedbackItem, ofItem);
    const before = locked && (await transaction.first(findFeedbackItem(ofItem), ofItem));
    if (!before) throw context.notFound();
    const { state } = before;
    if (state === "closed" && before.closeReason === reason && before.closeNote === note) {
      response.unchanged();
      return { ...before, undoToken: null };
    }
    if (state !== "open") throw conflict(NOT_OPEN[state]);
    const feedbackIds = [params.id];
    await transaction.all(closeItems, {
      companyId,
      feedbackIds,
      closeReason: reason,
      ...writtenNote(note),
    });
    await attachPictures(
      transaction,
      viewer.id,
      { feedbackId: params.id, part: "close_note" },
      { field: "note", source: note },
    );
    await response.record(transaction, closingActivity(locked, body));
    const after = await transaction.first(findFeedbackItem(ofItem), ofItem);
    if (!after) throw context.notFound();
    const closings = await transaction.all(listClosings, { companyId, feedbackIds });
    const undoToken = await offerUndo(transaction, viewer, "closing", { closings });
    return { ...after, undoToken };
  });
}
