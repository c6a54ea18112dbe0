import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { AttackFixtures } from "../attackFixtures.ts";
import type { Sample, SampleCalls } from "./sample.ts";

/** Creates an item that waits for approval. Returns a body with the item's id. */
async function pendingItem({ portal, board, customer }: AttackFixtures): Promise<Sample> {
  const { id } = await portal.item(board, { userId: customer.id });
  await portal.sql("update feedback_item set is_pending = true, state = 'pending' where id = $1", [
    id,
  ]);
  return { body: { feedbackId: id } };
}

/** Successful calls about moderation, reports and undos. */
export const moderationSampleCalls: SampleCalls = {
  "POST /api/moderation/approve": pendingItem,
  "POST /api/moderation/reject": pendingItem,
  "POST /api/undo/:token": async ({ portal, company, admin }) => {
    const token = newSessionToken();
    await portal.sql(
      `insert into undo_entry (company_id, token_hash, user_id, kind, data)
       values ($1, $2, $3, 'closing', '{"closings": []}')`,
      [company.id, hashToken(token), admin.id],
    );
    return { params: { token } };
  },
  "POST /api/reports/dismiss": async ({ portal, customer, item }) => {
    await portal.sql(
      `insert into report (company_id, feedback_id, user_id, reason)
       select company_id, id, $2, 'spam' from feedback_item where id = $1`,
      [item.id, customer.id],
    );
    return { body: { feedbackId: item.id } };
  },
};
