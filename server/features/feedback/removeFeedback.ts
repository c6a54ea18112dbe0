import { feedbackApi } from "#contract/feedback.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deleteFeedback } from "./feedback.queries.ts";

const { notFound: message } = feedbackApi.remove;

/**
 * Deletes an item with its votes and comments. The deletion of another user's item is recorded in
 * the audit log, in the same transaction.
 */
export async function removeFeedback(
  context: SignedInContext & { params: { id: number }; response: Pick<ResponseContext, "changed"> },
): Promise<void> {
  const { db } = requireTenant(context, message);
  const { viewer, params, response } = context;
  const { companyId } = db;
  const { id: feedbackId } = params;
  const { boardId, isPrivate } = await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteFeedback, { companyId, feedbackId });
    if (!deleted) throw notFound(message);
    const { userId, title, boardName, votes, commentsCount } = deleted;
    if (userId !== viewer.id) {
      const details = { id: feedbackId, board: boardName, votes, comments: commentsCount };
      await recordAudit(transaction, context, companyId, {
        action: "feedback.delete",
        subject: title,
        details,
      });
    }
    return deleted;
  });
  response.changed({ kind: "item", feedbackId, boardId }, isPrivate);
}
