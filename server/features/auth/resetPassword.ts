import type { authApi } from "#contract/auth.ts";
import type { BodyOf, ResultOf } from "#contract/endpoint.ts";
import type { CallLimit } from "#server/platform/routing/callLimits.ts";
import { bySubscriber, countedBy } from "#server/platform/routing/callLimits.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { uncountIfOverloaded, throttle } from "#server/platform/throttle/throttle.ts";
import { findUserById, lockAccount, updatePassword } from "#server/features/users/users.queries.ts";
import { hashPassword } from "./password.ts";
import { findPasswordReset, takePasswordReset } from "./passwordReset.queries.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.ts";
import type { PasswordResetRequest } from "./sendPasswordReset.ts";
import { PASSWORD_RESET_TASK } from "./sendPasswordReset.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";

const REQUESTS_PER_ADDRESS: Limit = { name: "reset-account", attempts: 5, windowSeconds: 60 * 60 };
const REQUESTS_PER_SUBSCRIBER: Limit = { name: "reset-ip", attempts: 30, windowSeconds: 60 * 60 };
const ATTEMPTS_PER_SUBSCRIBER: Limit = {
  name: "reset-try-ip",
  attempts: 30,
  windowSeconds: 15 * 60,
};

export const resetRequestLimit: CallLimit = {
  limit: REQUESTS_PER_SUBSCRIBER,
  subjectOf: bySubscriber,
};
export const resetLimit: CallLimit = { limit: ATTEMPTS_PER_SUBSCRIBER, subjectOf: bySubscriber };

/**
 * Accepts a request for a reset link. Only the job looks up the account, so that response and time
 * are the same for every address.
 */
export async function requestPasswordReset(
  context: RequestContext & { body: BodyOf<typeof authApi.requestPasswordReset> },
): Promise<ResultOf<typeof authApi.requestPasswordReset>> {
  const { database, body, origin, hostCompany, site } = context;
  const { username } = body;
  await throttle(database.system, REQUESTS_PER_ADDRESS, username);
  const request: PasswordResetRequest = {
    username,
    origin,
    portalName: hostCompany?.name ?? site.siteName,
  };
  await database.system.all(enqueueJob, {
    task: PASSWORD_RESET_TASK,
    payload: JSON.stringify(request),
  });
  return { message: "If there is an account with this address, a mail with a link is on its way." };
}

function invalidLink(): HttpError {
  return new HttpError(400, "This link no longer works. Please ask for a new one.");
}

/**
 * Sets the password of the user to whom the link was sent. All sessions end; the user is not signed
 * in.
 */
export async function resetPassword(
  context: RequestContext & { body: BodyOf<typeof authApi.resetPassword> },
): Promise<void> {
  const { database, body } = context;
  const tokenHash = hashToken(body.token);
  const found = await database.system.first(findPasswordReset, { tokenHash });
  const owner = found && (await database.system.first(findUserById, { userId: found.userId }));
  if (!owner) throw invalidLink();
  await refuseWeakPassword(context, owner, { field: "newPassword", password: body.newPassword });
  const counted = countedBy(resetLimit, context);
  const passwordHash = await uncountIfOverloaded(database.system, counted, () =>
    hashPassword(body.newPassword),
  );
  await database.system.transaction(async (db) => {
    // Locked first, as in every change of password or address. Another order could cause a
    // deadlock.
    await db.all(lockAccount, { userId: owner.id });
    const taken = await db.first(takePasswordReset, { tokenHash });
    if (!taken) throw invalidLink();
    await db.all(updatePassword, { userId: taken.userId, passwordHash });
    await db.all(deleteSessionsOf, { userId: taken.userId });
    await enqueueAccountNotice(db, context, owner, "passwordReset");
  });
}
