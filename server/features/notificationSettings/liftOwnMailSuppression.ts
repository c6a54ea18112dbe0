import type { SignedInContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { deleteSuppressionOf } from "./notificationSettings.queries.ts";

const PER_ACCOUNT: Limit = { name: "lift-suppression", attempts: 10, windowSeconds: 24 * 60 * 60 };

/**
 * Limits how often an account can lift its suppression. Otherwise, an account could cause many
 * mails to an address that does not exist, which harm the sender's reputation.
 */
export const liftLimit = byAccount(PER_ACCOUNT);

/**
 * Lifts the suppression of the viewer's e-mail address. The next refusal or bounce suppresses the
 * address again.
 */
export async function liftOwnMailSuppression({ database, viewer }: SignedInContext): Promise<void> {
  await database.system.all(deleteSuppressionOf, { userId: viewer.id });
}
