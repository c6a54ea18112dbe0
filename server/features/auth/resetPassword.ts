import type { passwordsApi } from "#contract/passwords.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { endUnconfirmedIdentities } from "./endUnconfirmedIdentities.ts";
import { endUnconfirmedFactors } from "./endUnconfirmedFactors.ts";
import { countMailRequest } from "./mailRequestLimits.ts";
import {
  confirmAddress,
  findUserById,
  lockAccount,
  updatePassword,
} from "#server/features/users/users.queries.ts";
import { hashPassword } from "./password.ts";
import { findPasswordReset, takePasswordReset } from "./passwordReset.queries.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.ts";
import type { PasswordResetJob } from "./sendPasswordReset.ts";
import { PASSWORD_RESET_TASK } from "./sendPasswordReset.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { Handled } from "#server/platform/routing/route.ts";

const LIMITS = {
  perPlace: { name: "reset-account-ip", attempts: 5, windowSeconds: 60 * 60 },
  perDevice: { name: "reset-device", attempts: 5, windowSeconds: 60 * 60 },
};
const REQUESTS_PER_SUBSCRIBER: Limit = { name: "reset-ip", attempts: 30, windowSeconds: 60 * 60 };
const ATTEMPTS_PER_SUBSCRIBER: Limit = {
  name: "reset-try-ip",
  attempts: 30,
  windowSeconds: 15 * 60,
};

export const resetRequestLimit = bySubscriber(REQUESTS_PER_SUBSCRIBER);
export const resetLimit = bySubscriber(ATTEMPTS_PER_SUBSCRIBER);

/**
 * Accepts a request for a reset link. The response is the same whether or not the account exists.
 */
export async function requestPasswordReset(
  context: Handled<typeof passwordsApi.requestPasswordReset>,
): Promise<ResultOf<typeof passwordsApi.requestPasswordReset>> {
  const { database, body, origin, hostCompany, site } = context;
  const { username } = body;
  const message = "If there is an account with this address, a mail with a link is on its way.";
  if (!(await countMailRequest(context, username, LIMITS))) return { message };
  const request: PasswordResetJob = {
    username,
    origin,
    company: hostCompany && { id: hostCompany.id, name: hostCompany.name },
    portalName: site.siteName,
  };
  await database.system.all(enqueueJob, {
    task: PASSWORD_RESET_TASK,
    payload: JSON.stringify(request),
  });
  return { message };
}

function invalidLink(): HttpError {
  return new HttpError(400, "This link no longer works. Please ask for a new one.");
}

/**
 * Sets the password of the user to whom the link was sent, and confirms the address, because the
 * link was mailed to this address. Ends all sessions and does not sign the user in. If the address
 * was not confirmed before, the account was possibly registered by somebody else. In this case the
 * second factor and the known devices are also deleted.
 */
export async function resetPassword(
  context: Handled<typeof passwordsApi.resetPassword>,
): Promise<void> {
  const { database, body } = context;
  const tokenHash = hashToken(body.token);
  const found = await database.system.first(findPasswordReset, { tokenHash });
  const owner = found && (await database.system.first(findUserById, { userId: found.userId }));
  if (!owner) throw invalidLink();
  await refuseWeakPassword(context, owner, { field: "newPassword", password: body.newPassword });
  const counted = resetLimit.countersOf(context);
  const passwordHash = await uncountIfOverloaded(database.system, counted, () =>
    hashPassword(body.newPassword),
  );
  await database.system.transaction(async (db) => {
    // The account is locked first, as in every change of the password or the e-mail address.
    // Another order could cause a deadlock.
    await db.all(lockAccount, { userId: owner.id });
    const taken = await db.first(takePasswordReset, { tokenHash });
    if (!taken) throw invalidLink();
    const { userId } = taken;
    const before = (await db.first(findUserById, { userId })) ?? owner;
    await db.all(updatePassword, { userId, passwordHash });
    await db.all(deleteSessionsOf, { userId });
    await endUnconfirmedIdentities(db, context, before);
    await enqueueAccountNotice(db, context, before, "passwordReset");
    if (before.confirmedAt !== null && !before.isVouched) return;
    await db.all(confirmAddress, { userId });
    await endUnconfirmedFactors(db, context, before);
  });
}
