import type { Database } from "#server/platform/db/database.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { failUnfinished, listToldAdmins, turnOff } from "./webhooks.queries.ts";

/**
 * Turns an endpoint off because of its answers, gives up what waits for it, and tells the company's
 * admins by mail.
 */
export async function turnOffEndpoint(
  database: Database,
  {
    companyId,
    endpointId,
    reason,
  }: { companyId: number; endpointId: number; reason: "gone" | "failing" },
): Promise<void> {
  await database.inTurnsOf(companyId).system.transaction(async (db) => {
    const endpoint = await db.first(turnOff, { companyId, endpointId, offReason: reason });
    if (!endpoint) return;
    await db.all(failUnfinished, { companyId, endpointId });
    for (const { companyName, siteName, ...admin } of await db.all(listToldAdmins, { companyId }))
      await enqueueAccountNotice(
        db,
        {
          origin: endpoint.origin,
          hostCompany: { id: companyId, name: companyName },
          site: { siteName },
        },
        { ...admin, companyId },
        reason === "gone" ? "webhookGone" : "webhookFailing",
      );
  });
}
