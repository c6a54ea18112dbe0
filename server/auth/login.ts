import type { BodyOf } from "#contract/endpoint.ts";
import type { authApi } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import type { Db } from "#server/db/database.ts";
import type { CallLimit } from "#server/http/callLimits.ts";
import { HttpError } from "#server/http/httpError.ts";
import type { RequestContext } from "#server/http/requestContext.ts";
import type { Answer } from "#server/http/route.ts";
import type { Limit } from "#server/throttle/throttle.ts";
import { forget, subscriberOf, throttle } from "#server/throttle/throttle.ts";
import type { Account } from "#server/users/users.queries.ts";
import { findUserByUsername } from "#server/users/users.queries.ts";
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
  answer: Pick<Answer, "setCookie">;
};

/**
 * Signs in. Attempts are counted before the password is looked at, by address and by account, or by the device where the account
 * knows it; a success clears what this place has used up. An account is counted by its id: however its name is written, it is one
 * account.
 */
export async function login(context: LoginContext): Promise<User> {
  const { database, body } = context;
  const db = database.system;
  const user = await db.first(findUserByUsername, { username: body.username });
  const device = await ownDeviceName(db, context, user?.id ?? null);
  const [limit, subject] = await countAttempt(db, context, { user, device });
  if (!(await isPassword(user?.passwordHash, body.password)) || !user) {
    throw new HttpError(401, "Invalid credentials");
  }
  // Told only to someone who knows the password.
  if (!user.isActive) throw new HttpError(401, "This account has been deactivated");
  if (user.isPasswordExpired) throw new HttpError(401, "This temporary password has expired");
  if (user.hasMfa) await requireSecondFactor(db, { user, device, code: body.code });
  await forget(db, limit, subject);
  await database.system.transaction((transaction) => startSession(transaction, context, user.id));
  return user;
}

/** Counts this attempt where it has to be, and gives what a success clears. @throws HttpError 429 */
async function countAttempt(
  db: Db,
  { ip, body, deviceHash }: LoginContext,
  { user, device }: { user: Account | undefined; device: string | null },
): Promise<[Limit, string]> {
  const account = user ? `id ${String(user.id)}` : body.username;
  if (device !== null) {
    const subject = `${account} ${device}`;
    await throttle(db, PER_DEVICE, subject);
    return [PER_DEVICE, subject];
  }
  const place = `${account} ${subscriberOf(ip)}`;
  if (deviceHash !== null) await throttle(db, PER_SUBSCRIBER, subscriberOf(ip));
  await throttle(db, PER_PLACE, place);
  await throttle(db, PER_ACCOUNT, account);
  return [PER_PLACE, place];
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
