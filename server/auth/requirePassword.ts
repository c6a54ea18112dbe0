import type { SignedInContext } from "#server/http/guards.ts";
import { invalid } from "#server/http/httpError.ts";
import type { Limit } from "#server/throttle/throttle.ts";
import { forget, throttle } from "#server/throttle/throttle.ts";
import { findUserById } from "#server/users/users.queries.ts";
import { isPassword } from "./password.ts";

const PER_ACCOUNT: Limit = { name: "password-account", attempts: 10, windowSeconds: 15 * 60 };

/**
 * Makes sure that it is the account's owner who sits at an open session.
 * @throws HttpError 400 beside the given field for a wrong password, 429 after too many
 */
export async function requirePassword(
  { database, viewer }: Pick<SignedInContext, "database" | "viewer">,
  field: string,
  password: string,
): Promise<void> {
  const subject = String(viewer.id);
  await throttle(database.system, PER_ACCOUNT, subject);
  const account = await database.system.first(findUserById, { userId: viewer.id });
  if (!(await isPassword(account?.passwordHash, password))) {
    throw invalid({ [field]: ["This is not your current password"] });
  }
  await forget(database.system, PER_ACCOUNT, subject);
}
