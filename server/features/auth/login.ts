import type { authApi } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import type { Db } from "#server/platform/db/database.ts";
import { bySubscriber, exempting } from "#server/platform/routing/callLimits.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { countSignIn } from "#server/platform/health/signInCounts.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Counted, Limit } from "#server/platform/throttle/throttle.ts";
import { subscriberCounters } from "#server/platform/throttle/subscriber.ts";
import {
  resetAttempts,
  throttleAll,
  uncountIfOverloaded,
} from "#server/platform/throttle/throttle.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import {
  findUserById,
  findUserByUsername,
  holdAccount,
} from "#server/features/users/users.queries.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { deviceSubject } from "./knownDevice.ts";
import { isPassword } from "./password.ts";
import { startSession } from "./session.ts";
import {
  isUnchanged,
  refuseAccount,
  refuseOtherWays,
  requireSecondFactor,
  roleHere,
} from "./signInChecks.ts";
import { saveSignInUse } from "./signInMethods.queries.ts";

/**
 * Attempts on one account from one client address. The limit for all addresses together
 * (`PER_ACCOUNT`) is higher, so that one address cannot lock the owner out of the account.
 */
const PER_ADDRESS: Limit = { name: "login-account-ip", attempts: 10, windowSeconds: 15 * 60 };
const PER_ACCOUNT: Limit = { name: "login-account", attempts: 200, windowSeconds: 15 * 60 };
const PER_SUBSCRIBER: Limit = { name: "login-ip", attempts: 100, windowSeconds: 15 * 60 };
/**
 * Attempts in a browser in which the owner has signed in before. Attempts in other browsers are not
 * counted toward this limit.
 */
const PER_DEVICE: Limit = { name: "login-device", attempts: 10, windowSeconds: 15 * 60 };

/**
 * Requests without a device token are counted before the body is read. Requests with a device token
 * are counted after the body is read, because only the body names the account for which the device
 * is possibly known.
 */
export const loginLimit = exempting(
  bySubscriber(PER_SUBSCRIBER),
  ({ deviceHash }) => deviceHash !== null,
);

type LoginContext = Handled<typeof authApi.login>;

/** Address, password and the code of the second factor, and where they come from. */
type CredentialContext = Pick<
  LoginContext,
  | "database"
  | "ip"
  | "deviceHash"
  | "host"
  | "hostCompany"
  | "cookies"
  | "isHttps"
  | "config"
  | "body"
>;

const invalidCredentials = () => new HttpError(401, "Invalid credentials");

/**
 * Signs a user in. A successful login resets only the counter of this account on this device or at
 * this IP address. The login fails if the account changes while the password check waits in the
 * queue.
 */
export function login(context: LoginContext): Promise<User> {
  return countSignIn("password", () => logIn(context));
}

async function logIn(context: LoginContext): Promise<User> {
  const { judged, own } = await checkCredentials(context);
  return context.database.system.transaction(async (transaction) => {
    await transaction.all(holdAccount, { userId: judged.id });
    const user = await transaction.first(findUserById, { userId: judged.id });
    if (!isUnchanged(user, judged)) throw invalidCredentials();
    await startSession(transaction, context, user.id, "proved");
    await transaction.all(saveSignInUse, { userId: user.id, way: "password" });
    for (const { limit, subject } of own) await resetAttempts(transaction, limit, subject);
    return presentUser({ ...user, role: roleHere(user, context) }, context.config);
  });
}

/**
 * Checks the credentials of an account, and returns it as it was checked, with the counters to reset
 * when they are used. The attempt is counted before the password is checked: by device if the device
 * is known for the account, otherwise by IP address and by account. The route must have the rate
 * limit `loginLimit`.
 * @throws HttpError 401 if a check fails; 403 for a super admin on a custom domain
 */
export async function checkCredentials(
  context: CredentialContext,
): Promise<{ judged: Account; own: Counted[] }> {
  const { database, body } = context;
  const db = database.system;
  const user = await db.first(findUserByUsername, { usernameKey: usernameKey(body.username) });
  const device = await deviceSubject(db, context, user?.id ?? null);
  const { counted, own } = await countAttempt(db, context, { user, device });
  const judged = await uncountIfOverloaded(db, counted, () =>
    checkFactors(db, context, { user, device }),
  );
  return { judged, own };
}

interface Attempt {
  user: Account | undefined;
  device: string | null;
}

/** Checks the password and the second factor, and returns the account to which they belong. */
async function checkFactors(
  db: Db,
  context: CredentialContext,
  { user, device }: Attempt,
): Promise<Account> {
  const { body } = context;
  if (!(await isPassword(user?.passwordHash, body.password)) || !user) throw invalidCredentials();
  // The password is checked first, so that only a client with the right password learns that the
  // account is deactivated.
  refuseAccount(user, context);
  await refuseOtherWays(db, user, context);
  if (user.isPasswordExpired) throw new HttpError(401, "This temporary password has expired");
  if (user.mfaSince !== null) await requireSecondFactor(db, { user, device, code: body.code });
  return user;
}

/**
 * Counts this attempt. Returns in `counted` all counters that include the attempt, and in `own` the
 * counters of this account in this browser or at this IP address. A successful login resets the
 * counters in `own`.
 * @throws HttpError 429 if a counter exceeds its limit
 */
async function countAttempt(
  db: Db,
  { ip, body, deviceHash }: CredentialContext,
  { user, device }: Attempt,
): Promise<{ counted: Counted[]; own: Counted[] }> {
  const account = user ? `id ${String(user.id)}` : usernameKey(body.username);
  if (device !== null) {
    const own = [{ limit: PER_DEVICE, subject: `${account} ${device}` }];
    await throttleAll(db, own);
    return { counted: own, own };
  }
  const own = subscriberCounters(PER_ADDRESS, ip, `${account} `);
  const subscriber = subscriberCounters(PER_SUBSCRIBER, ip);
  const all = { limit: PER_ACCOUNT, subject: account };
  // Requests without a device token were counted before the body was read.
  if (deviceHash !== null) await throttleAll(db, subscriber);
  await throttleAll(db, [...own, all]);
  return { counted: [...own, all, ...subscriber], own };
}
