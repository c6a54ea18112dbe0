import type { BodyOf } from "#contract/endpoint.ts";
import type { authApi } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { CallLimit } from "#server/platform/routing/callLimits.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import type { Counted, Limit } from "#server/platform/throttle/throttle.ts";
import {
  resetAttempts,
  uncountIfOverloaded,
  subscriberOf,
  throttle,
} from "#server/platform/throttle/throttle.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import {
  findUserById,
  findUserByUsername,
  holdAccount,
} from "#server/features/users/users.queries.ts";
import { ownDeviceName } from "./knownDevice.ts";
import { isPassword } from "./password.ts";
import { takeCode } from "./secondFactor.ts";
import { startSession } from "./session.ts";

/** Guesses from one place; from everywhere together an account takes more, so that nobody can lock its owner out. */
const PER_PLACE: Limit = { name: "login-account-ip", attempts: 10, windowSeconds: 15 * 60 };
const PER_ACCOUNT: Limit = { name: "login-account", attempts: 200, windowSeconds: 15 * 60 };
const PER_SUBSCRIBER: Limit = { name: "login-ip", attempts: 100, windowSeconds: 15 * 60 };
/** A browser in which the account's owner has been before: whatever others do, it has tries of its own. */
const PER_DEVICE: Limit = { name: "login-device", attempts: 10, windowSeconds: 15 * 60 };

/** Counts everyone who claims no known device before the body is read; the others' claim is looked at once it says whose it is. */
export const loginLimit: CallLimit = {
  limit: PER_SUBSCRIBER,
  subjectOf: ({ deviceHash, ip }) => (deviceHash === null ? subscriberOf(ip) : null),
};

type LoginContext = RequestContext & {
  body: BodyOf<typeof authApi.login>;
  response: Pick<ResponseContext, "setCookie">;
};

const invalidCredentials = () => new HttpError(401, "Invalid credentials");

/**
 * Signs in. Attempts are counted before the password is looked at, by address and by account, or by the device where the account
 * knows it; a success clears what this place has used up. An account is counted by its id: however its name is written, it is one
 * account. One that has changed while the password waited for its turn is not opened.
 */
export async function login(context: LoginContext): Promise<User> {
  const { database, body } = context;
  const db = database.system;
  const found = await db.first(findUserByUsername, { username: body.username });
  const device = await ownDeviceName(db, context, found?.id ?? null);
  const counted = await countAttempt(db, context, { user: found, device });
  const judged = await uncountIfOverloaded(db, counted, () =>
    judgeFactors(db, context, { user: found, device }),
  );
  return db.transaction(async (transaction) => {
    await transaction.all(holdAccount, { userId: judged.id });
    const user = await transaction.first(findUserById, { userId: judged.id });
    if (!isAsJudged(user, judged)) throw invalidCredentials();
    await startSession(transaction, context, user.id);
    const [place] = counted;
    await resetAttempts(transaction, place.limit, place.subject);
    return user;
  });
}

interface Attempt {
  user: Account | undefined;
  device: string | null;
}

/** The account whose factors these are. @throws HttpError 401 */
async function judgeFactors(
  db: Db,
  { body }: LoginContext,
  { user, device }: Attempt,
): Promise<Account> {
  if (!(await isPassword(user?.passwordHash, body.password)) || !user) throw invalidCredentials();
  // Told only to someone who knows the password.
  if (!user.isActive) throw new HttpError(401, "This account has been deactivated");
  if (user.isPasswordExpired) throw new HttpError(401, "This temporary password has expired");
  if (user.mfaSince !== null) await requireSecondFactor(db, { user, device, code: body.code });
  return user;
}

/** Whether nothing has changed that a login is judged by; a new address ends sessions, so it ends this one before it begins. */
function isAsJudged(user: Account | undefined, judged: Account): user is Account {
  return (
    user !== undefined &&
    user.passwordHash === judged.passwordHash &&
    user.isActive === judged.isActive &&
    user.mfaSince === judged.mfaSince &&
    user.username === judged.username
  );
}

/**
 * Counts this attempt where it has to be, and gives all that it is counted under by then; a success clears the first.
 * @throws HttpError 429
 */
async function countAttempt(
  db: Db,
  { ip, body, deviceHash }: LoginContext,
  { user, device }: Attempt,
): Promise<[Counted, ...Counted[]]> {
  const account = user ? `id ${String(user.id)}` : body.username;
  if (device !== null) {
    const subject = `${account} ${device}`;
    await throttle(db, PER_DEVICE, subject);
    return [{ limit: PER_DEVICE, subject }];
  }
  const subscriber = subscriberOf(ip);
  const place = `${account} ${subscriber}`;
  // The others have been counted before the body was read.
  if (deviceHash !== null) await throttle(db, PER_SUBSCRIBER, subscriber);
  await throttle(db, PER_PLACE, place);
  await throttle(db, PER_ACCOUNT, account);
  return [
    { limit: PER_PLACE, subject: place },
    { limit: PER_ACCOUNT, subject: account },
    { limit: PER_SUBSCRIBER, subject: subscriber },
  ];
}

/** @throws HttpError 401 that asks for a code, without one or with a wrong one */
async function requireSecondFactor(
  db: Db,
  { user, device, code }: { user: Account; device: string | null; code: string | undefined },
): Promise<void> {
  const codeRequired = true;
  if (code === undefined)
    throw new HttpError(401, "Enter the code of your authenticator app", { codeRequired });
  const subject = device === null ? String(user.id) : `${String(user.id)} ${device}`;
  if (await takeCode(db, { userId: user.id, code, subject })) return;
  throw new HttpError(401, "This code is not right. Codes change every 30 seconds and work once.", {
    codeRequired,
  });
}
