import type { passwordsApi } from "#contract/passwords.ts";
import type { BodyOf, ResultOf } from "#contract/endpoint.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import {
  secondsToWait,
  throttle,
  throttleAll,
  uncountIfOverloaded,
} from "#server/platform/throttle/throttle.ts";
import { subscriberCounters } from "#server/platform/throttle/subscriber.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { deviceSubject } from "./knownDevice.ts";
import { deleteDevicesOf } from "./knownDevice.queries.ts";
import { deleteAuthenticator } from "./mfa.queries.ts";
import {
  confirmAddress,
  findUserById,
  findUserByUsername,
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

/**
 * Requests for one e-mail address from one client address. Requests from other client addresses are
 * not counted toward this limit, so that a stranger cannot use up the owner's requests.
 */
const REQUESTS_PER_PLACE: Limit = { name: "reset-account-ip", attempts: 5, windowSeconds: 60 * 60 };
/** Requests in a browser in which the owner has signed in before. */
const REQUESTS_PER_DEVICE: Limit = { name: "reset-device", attempts: 5, windowSeconds: 60 * 60 };
/**
 * Limits of the mails to one e-mail address. Requests from all client addresses are counted
 * together. Requests from browsers in which the owner has signed in before are not counted. Beyond
 * these limits no mail is sent, but the response is the same as for a mail that is sent. The limits
 * are lower than the limit per recipient (`server/platform/mail/limitMails.ts`), so that strangers
 * cannot use up all mails to the owner.
 */
const MAILS_PER_ADDRESS: readonly Limit[] = [
  { name: "reset-account", attempts: 6, windowSeconds: 60 * 60 },
  { name: "reset-account-day", attempts: 20, windowSeconds: 24 * 60 * 60 },
];
const REQUESTS_PER_SUBSCRIBER: Limit = { name: "reset-ip", attempts: 30, windowSeconds: 60 * 60 };
const ATTEMPTS_PER_SUBSCRIBER: Limit = {
  name: "reset-try-ip",
  attempts: 30,
  windowSeconds: 15 * 60,
};

export const resetRequestLimit = bySubscriber(REQUESTS_PER_SUBSCRIBER);
export const resetLimit = bySubscriber(ATTEMPTS_PER_SUBSCRIBER);

/**
 * Accepts a request for a reset link. The account is looked up only to choose the counter of
 * requests. For a browser in which the owner has never signed in, the response and the number of
 * statements are the same whether or not the account exists.
 */
export async function requestPasswordReset(
  context: Handled<typeof passwordsApi.requestPasswordReset>,
): Promise<ResultOf<typeof passwordsApi.requestPasswordReset>> {
  const { database, body, origin, hostCompany, site } = context;
  const { username } = body;
  const message = "If there is an account with this address, a mail with a link is on its way.";
  if (!(await countRequest(context))) return { message };
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

/**
 * Counts a request: by device if the device is known for the account, otherwise by client address
 * and by e-mail address. Returns false if the limits of mails to the e-mail address are exceeded.
 * @throws HttpError 429 if the limit of the device or of the client address is exceeded
 */
async function countRequest({
  database,
  body,
  ip,
  deviceHash,
}: RequestContext & { body: BodyOf<typeof passwordsApi.requestPasswordReset> }): Promise<boolean> {
  const db = database.system;
  const address = usernameKey(body.username);
  const user = await db.first(findUserByUsername, { usernameKey: address });
  const device = await deviceSubject(db, { deviceHash }, user?.id ?? null);
  if (device !== null) {
    await throttle(db, REQUESTS_PER_DEVICE, `${address} ${device}`);
    return true;
  }
  await throttleAll(db, subscriberCounters(REQUESTS_PER_PLACE, ip, `${address} `));
  for (const limit of MAILS_PER_ADDRESS)
    if ((await secondsToWait(db, limit, address)) !== null) return false;
  return true;
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
    await enqueueAccountNotice(db, context, before, "passwordReset");
    if (before.confirmedAt !== null) return;
    await db.all(confirmAddress, { userId });
    await db.all(deleteAuthenticator, { userId });
    await db.all(deleteDevicesOf, { userId });
    if (before.mfaSince !== null) await enqueueAccountNotice(db, context, before, "mfaOff");
  });
}
