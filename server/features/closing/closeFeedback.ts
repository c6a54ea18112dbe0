import { closingApi } from "#contract/closing.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { ChangedItem } from "#contract/feedback.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { findFeedbackItem, lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { closeItems, listClosings } from "./closing.queries.ts";
import { closingActivity } from "./closingActivity.ts";

const { notFound: message } = closingApi.close;

type CloseContext = SignedInContext & {
  params: { id: number };
  body: BodyOf<typeof closingApi.close>;
  response: Pick<ResponseContext, "record" | "unchanged">;
};

/**
 * Closes an item. Closing a closed item again with the same reason and note changes nothing, so
 * that a client can repeat a request whose response was lost.
 */
export async function closeFeedback(context: CloseContext): Promise<ChangedItem> {
  const { db, visibility } = requireTenant(context, message);
  const { params, body, viewer, response } = context;
  const { companyId } = visibility;
  const { reason } = body;
  const note = body.note || null;
  const ofItem = { ...visibility, feedbackId: params.id };
  return db.transaction(async (transaction) => {
    const locked = await transaction.first(lockFeedbackItem, ofItem);
    const before = locked && (await transaction.first(findFeedbackItem, ofItem));
    if (!before) throw notFound(message);
    const { state } = before;
    if (state === "closed" && before.closeReason === reason && before.closeNote === note) {
      response.unchanged();
      return { ...before, undoToken: null };
    }
    if (state !== "open") throw conflict(NOT_OPEN[state]);
    const feedbackIds = [params.id];
    await transaction.all(closeItems, { companyId, feedbackIds, closeReason: reason, note });
    await response.record(transaction, closingActivity(locked, body));
    const after = await transaction.first(findFeedbackItem, ofItem);
    if (!after) throw notFound(message);
    const closings = await transaction.all(listClosings, { companyId, feedbackIds });
    const undoToken = await offerUndo(transaction, viewer, "closing", { closings });
    return { ...after, undoToken };
  });
}
