import { lockCompany } from "#server/features/companies/companies.queries.ts";
import type { Database } from "#server/platform/db/database.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { failUnfinished, listToldAdmins, turnOff } from "./webhooks.queries.ts";

/** The mail to the admins about an endpoint that was turned off, by the reason. */
const NOTICE_OF = {
  gone: "webhookGone",
  failing: "webhookFailing",
  full: "webhookFull",
} as const;

/**
 * Turns an endpoint off because of its answers, or because too much waits for it. Gives up what waits,
 * and tells the company's admins by mail.
 */
export async function turnOffEndpoint(
  database: Database,
  {
    companyId,
    endpointId,
    reason,
  }: { companyId: number; endpointId: number; reason: keyof typeof NOTICE_OF },
): Promise<void> {
  await database.inTurnsOf(companyId).system.transaction(async (db) => {
    await db.first(lockCompany, { companyId });
    const endpoint = await db.first(turnOff, { companyId, endpointId, offReason: reason });
    if (!endpoint) return;
    await db.all(failUnfinished, { companyId, endpointId, onlyPrivate: false });
    for (const { companyName, siteName, ...admin } of await db.all(listToldAdmins, { companyId }))
      await enqueueAccountNotice(
        db,
        {
          origin: endpoint.origin,
          hostCompany: { id: companyId, name: companyName },
          site: { siteName },
        },
        { ...admin, companyId },
        NOTICE_OF[reason],
      );
  });
}
