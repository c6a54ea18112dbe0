import { closingApi } from "#contract/closing.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { findFeedbackItem, lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { reopenItem } from "./closing.queries.ts";

const { notFound: message } = closingApi.reopen;

type ReopenContext = SignedInContext & {
  params: { id: number };
  response: Pick<ResponseContext, "record" | "unchanged">;
};

/** Reopens a closed item with the status that it had. An open item stays as it is. */
export async function reopenFeedback(context: ReopenContext): Promise<FeedbackDetail> {
  const { db, visibility } = requireTenant(context, message);
  const { params, response } = context;
  const { companyId } = visibility;
  const { id: feedbackId } = params;
  return db.transaction(async (transaction) => {
    const locked = await transaction.first(lockFeedbackItem, { ...visibility, feedbackId });
    if (!locked) throw notFound(message);
    const { state, boardId, isPrivate, title, userId: authorId } = locked;
    if (state === "merged" || state === "pending") throw conflict(NOT_OPEN[state]);
    if (state === "open") response.unchanged();
    else {
      await transaction.all(reopenItem, { companyId, feedbackId });
      const item = { feedbackId, boardId, isPrivate };
      await response.record(transaction, {
        kind: "item_reopened",
        ...item,
        data: { authorId, title },
      });
    }
    const item = await transaction.first(findFeedbackItem, { ...visibility, feedbackId });
    if (!item) throw notFound(message);
    return item;
  });
}
