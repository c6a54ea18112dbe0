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
import { deviceSubject } from "./knownDevice.ts";
import { isPassword } from "./password.ts";
import { takeCode } from "./secondFactor.ts";
import { startSession } from "./session.ts";

/**
 * Attempts from one address. The limit for all addresses together is higher, so that nobody can
 * lock the owner out of the account.
 */
const PER_ADDRESS: Limit = { name: "login-account-ip", attempts: 10, windowSeconds: 15 * 60 };
const PER_ACCOUNT: Limit = { name: "login-account", attempts: 200, windowSeconds: 15 * 60 };
const PER_SUBSCRIBER: Limit = { name: "login-ip", attempts: 100, windowSeconds: 15 * 60 };
/**
 * Attempts in a browser in which the owner has signed in before. Attempts elsewhere do not count
 * against it.
 */
const PER_DEVICE: Limit = { name: "login-device", attempts: 10, windowSeconds: 15 * 60 };

/**
 * Requests without a device token are counted before the body is read. For the others, the body
 * first has to say for which account they are.
 */
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
 * Signs in. An attempt is counted before the password is checked: by device if the account knows
 * the device, otherwise by address and by account. A success resets the first counter. Accounts are
 * counted by id, so that spellings of a username share one counter. If the account changes while
 * the password check waits in the queue, the login fails.
 */
export async function login(context: LoginContext): Promise<User> {
  const { database, body } = context;
  const db = database.system;
  const found = await db.first(findUserByUsername, { username: body.username });
  const device = await deviceSubject(db, context, found?.id ?? null);
  const counted = await countAttempt(db, context, { user: found, device });
  const judged = await uncountIfOverloaded(db, counted, () =>
    checkFactors(db, context, { user: found, device }),
  );
  return db.transaction(async (transaction) => {
    await transaction.all(holdAccount, { userId: judged.id });
    const user = await transaction.first(findUserById, { userId: judged.id });
    if (!isUnchanged(user, judged)) throw invalidCredentials();
    await startSession(transaction, context, user.id);
    const [first] = counted;
    await resetAttempts(transaction, first.limit, first.subject);
    return user;
  });
}

interface Attempt {
  user: Account | undefined;
  device: string | null;
}

/**
 * Checks password and second factor, and returns the account they belong to.
 * @throws HttpError 401
 */
async function checkFactors(
  db: Db,
  { body }: LoginContext,
  { user, device }: Attempt,
): Promise<Account> {
  if (!(await isPassword(user?.passwordHash, body.password)) || !user) throw invalidCredentials();
  // Only a client with the right password learns this.
  if (!user.isActive) throw new HttpError(401, "This account has been deactivated");
  if (user.isPasswordExpired) throw new HttpError(401, "This temporary password has expired");
  if (user.mfaSince !== null) await requireSecondFactor(db, { user, device, code: body.code });
  return user;
}

/**
 * Whether the account's data that the login checked is unchanged. It includes the e-mail address,
 * because a change of the address must end all sessions.
 */
function isUnchanged(user: Account | undefined, judged: Account): user is Account {
  return (
    user !== undefined &&
    user.passwordHash === judged.passwordHash &&
    user.isActive === judged.isActive &&
    user.mfaSince === judged.mfaSince &&
    user.username === judged.username
  );
}

/**
 * Counts this attempt and returns all counters that include it. The first one is reset by a
 * success.
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
  const accountAtAddress = `${account} ${subscriber}`;
  // Requests without a device token were counted before the body was read.
  if (deviceHash !== null) await throttle(db, PER_SUBSCRIBER, subscriber);
  await throttle(db, PER_ADDRESS, accountAtAddress);
  await throttle(db, PER_ACCOUNT, account);
  return [
    { limit: PER_ADDRESS, subject: accountAtAddress },
    { limit: PER_ACCOUNT, subject: account },
    { limit: PER_SUBSCRIBER, subject: subscriber },
  ];
}

/** @throws HttpError 401 with `codeRequired` if the code is missing or wrong */
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
