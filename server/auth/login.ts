import type { BodyOf } from "#contract/endpoint.ts";
import type { authApi } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { HttpError } from "#server/http/httpError.ts";
import type { RequestContext } from "#server/http/requestContext.ts";
import type { Answer } from "#server/http/route.ts";
import type { Limit } from "#server/throttle/throttle.ts";
import { forget, subscriberOf, throttle } from "#server/throttle/throttle.ts";
import { findUserByUsername } from "#server/users/users.queries.ts";
import { isPassword } from "./password.ts";
import { startSession } from "./session.ts";

/** Guesses from one place; from everywhere together an account takes more, so that nobody can lock its owner out. */
const PER_PLACE: Limit = { name: "login-account-ip", attempts: 10, windowSeconds: 15 * 60 };
const PER_ACCOUNT: Limit = { name: "login-account", attempts: 200, windowSeconds: 15 * 60 };
const PER_SUBSCRIBER: Limit = { name: "login-ip", attempts: 100, windowSeconds: 15 * 60 };

/**
 * Signs in. Attempts are counted before the password is looked at, by address and by account; a success clears what this
 * place has used up. An account is counted by its id: however its name is written, it is one account.
 */
export async function login(
  context: RequestContext & { body: BodyOf<typeof authApi.login>; answer: Answer },
): Promise<User> {
  const { database, ip, body } = context;
  const db = database.system;
  await throttle(db, PER_SUBSCRIBER, subscriberOf(ip));
  const user = await db.first(findUserByUsername, { username: body.username });
  const account = user ? `id ${String(user.id)}` : body.username;
  const place = `${account} ${subscriberOf(ip)}`;
  await throttle(db, PER_PLACE, place);
  await throttle(db, PER_ACCOUNT, account);
  if (!(await isPassword(user?.passwordHash, body.password)) || !user) {
    throw new HttpError(401, "Invalid credentials");
  }
  // Told only to someone who knows the password.
  if (!user.isActive) throw new HttpError(401, "This account has been deactivated");
  if (user.isPasswordExpired) throw new HttpError(401, "This temporary password has expired");
  await forget(db, PER_PLACE, place);
  await startSession(db, context, user.id);
  return user;
}
