import type { SignedInContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { deleteSuppressionOf } from "./notificationSettings.queries.ts";

const PER_ACCOUNT: Limit = { name: "lift-suppression", attempts: 10, windowSeconds: 24 * 60 * 60 };

/** Limits the mails to an address that does not exist, because they harm the sender's reputation. */
export const liftLimit = byAccount(PER_ACCOUNT);

/** Sends mails to the viewer's address again. The next refusal or bounce suppresses it again. */
export async function liftOwnMailSuppression({ database, viewer }: SignedInContext): Promise<void> {
  await database.system.all(deleteSuppressionOf, { userId: viewer.id });
}
