import { feedbackApi } from "#contract/feedback.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { deleteFeedback } from "./feedback.queries.ts";
import { deletionsOf } from "./itemActivities.ts";

const { notFound: message } = feedbackApi.remove;

/**
 * Deletes an item with its votes and comments.
 */
export async function removeFeedback(
  context: SignedInContext & { params: { id: number }; response: Pick<ResponseContext, "record"> },
): Promise<void> {
  const { db } = requireTenant(context, message);
  const { response } = context;
  const { companyId } = db;
  await db.transaction(async (transaction) => {
    const feedbackIds = [context.params.id];
    const deleted = await transaction.all(deleteFeedback, { companyId, feedbackIds });
    if (deleted.length === 0) throw notFound(message);
    await response.record(transaction, ...deletionsOf(deleted));
  });
}
