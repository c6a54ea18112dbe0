import { feedbackApi } from "#contract/feedback.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deleteFeedback } from "./feedback.queries.ts";

const { notFound: message } = feedbackApi.remove;

/**
 * Deletes an item with its votes and comments.
 */
export async function removeFeedback(
  context: SignedInContext & { params: { id: number }; response: Pick<ResponseContext, "record"> },
): Promise<void> {
  const { db } = requireTenant(context, message);
  const { params, response } = context;
  const { companyId } = db;
  const { id: feedbackId } = params;
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteFeedback, { companyId, feedbackId });
    if (!deleted) throw notFound(message);
    const { userId: authorId, boardId, isPrivate, ...data } = deleted;
    const activity = { feedbackId, boardId, isPrivate, data: { authorId, ...data } };
    await response.record(transaction, { kind: "item_deleted", ...activity });
  });
}
