import { timingSafeEqual } from "node:crypto";
import type { confirmEmailApi } from "#contract/confirmEmail.ts";
import type { BodyOf, ResultOf } from "#contract/endpoint.ts";
import type { User } from "#contract/users.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { HttpError } from "#server/platform/http/httpError.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import type { CallLimit } from "#server/platform/routing/callLimits.ts";
import { byAccount, bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { secondsToWait, uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { enqueueClaim } from "#server/features/imports/importClaims.queries.ts";
import { confirmAddress } from "#server/features/users/users.queries.ts";
import {
  countConfirmationAttempt,
  findConfirmation,
  takeConfirmation,
} from "./confirmEmail.queries.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import { hashCode } from "./password.ts";
import type { ConfirmationRequest } from "./sendConfirmation.ts";
import { CONFIRMATION_TASK } from "./sendConfirmation.ts";

const SENDS_PER_ACCOUNT: Limit = { name: "confirm-send", attempts: 20, windowSeconds: 60 * 60 };
const SENDS_PER_SUBSCRIBER: Limit = {
  name: "confirm-send-ip",
  attempts: 60,
  windowSeconds: 60 * 60,
};
/** Limit of the codes that are mailed to one address: one code a minute. */
const PAUSE: Limit = { name: "confirm-pause", attempts: 1, windowSeconds: 60 };
const TRIES_PER_ACCOUNT: Limit = { name: "confirm-try", attempts: 10, windowSeconds: 15 * 60 };
/**
 * A guess is right with a probability of 1 in 1,000,000. With 30 guesses a day, guessing a code
 * takes 91 years on average.
 */
const TRIES_PER_DAY: Limit = { name: "confirm-try-day", attempts: 30, windowSeconds: 24 * 60 * 60 };

/**
 * Rate limits of requests for a code. Mails are also limited per recipient
 * (`server/platform/mail/limitMails.ts`).
 */
export const sendLimits: readonly CallLimit[] = [
  byAccount(SENDS_PER_ACCOUNT),
  bySubscriber(SENDS_PER_SUBSCRIBER),
];
export const tryLimits: readonly CallLimit[] = [
  byAccount(TRIES_PER_ACCOUNT),
  byAccount(TRIES_PER_DAY),
];

/**
 * Enqueues a mail with a new code, at most once a minute. Calls within that minute enqueue nothing,
 * so a form can call this function each time that it opens.
 * @throws HttpError 409 if the e-mail address is already confirmed
 */
export async function requestConfirmationCode({
  database,
  viewer,
  origin,
  site,
}: SignedInContext): Promise<ResultOf<typeof confirmEmailApi.send>> {
  const { id: userId, username, confirmedAt } = viewer;
  if (confirmedAt !== null) throw conflict("This email address is confirmed already");
  const request: ConfirmationRequest = { userId, username, origin, siteName: site.siteName };
  return database.system.transaction(async (db) => {
    const seconds = await secondsToWait(db, PAUSE, `${String(userId)} ${usernameKey(username)}`);
    if (seconds !== null) return { resendIn: Math.ceil(seconds) };
    await db.all(enqueueJob, { task: CONFIRMATION_TASK, payload: JSON.stringify(request) });
    return { resendIn: PAUSE.windowSeconds };
  });
}

function deadCode(): HttpError {
  return invalid({ code: ["This code no longer works. Send a new one."] });
}

/**
 * Confirms the viewer's address with the code that was mailed to it.
 * @throws HttpError 400 on the field `code` for a wrong, expired or used code
 */
export async function confirmEmail(
  context: SignedInContext & { body: BodyOf<typeof confirmEmailApi.confirm> },
): Promise<User> {
  const { database, viewer, body, config, hostCompany } = context;
  // An e-mail address that is already confirmed is no error, because the user has possibly
  // confirmed the address in another tab.
  if (viewer.confirmedAt !== null) return viewer;
  const db = database.system;
  const userId = viewer.id;
  const found = await db.first(findConfirmation, { userId });
  if (!found) throw deadCode();
  const counters = tryLimits.flatMap(({ countersOf }) => countersOf(context));
  const codeHash = await uncountIfOverloaded(db, counters, () => hashCode(body.code, found.salt));
  const counted = await db.first(countConfirmationAttempt, { userId, salt: found.salt });
  if (!counted) throw deadCode();
  if (!timingSafeEqual(codeHash, counted.codeHash))
    throw invalid({ code: ["This code is not right"] });
  const confirmed = await db.transaction(async (transaction) => {
    await lockOwnAccount(transaction, context);
    if (!(await transaction.first(takeConfirmation, { userId, codeHash }))) throw deadCode();
    const confirmedAddress = await transaction.first(confirmAddress, { userId });
    if (hostCompany) await transaction.all(enqueueClaim, { companyId: hostCompany.id, userId });
    return confirmedAddress;
  });
  return presentUser({ ...viewer, confirmedAt: confirmed?.confirmedAt ?? null }, config);
}
