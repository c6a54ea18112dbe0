import type { SignedInContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { resetAttempts, uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { findUserById } from "#server/features/users/users.queries.ts";
import { isPassword } from "./password.ts";

const PER_ACCOUNT: Limit = { name: "password-account", attempts: 10, windowSeconds: 15 * 60 };

/** Rate limit of every route that requires the password again. */
export const passwordLimit = byAccount(PER_ACCOUNT);

/**
 * Checks the viewer's password, because somebody other than the account's owner could use a session
 * that was left open. The route must have the rate limit `passwordLimit`.
 * @throws HttpError 400 on the given field for a wrong password
 */
export async function requirePassword(
  { database, viewer }: Pick<SignedInContext, "database" | "viewer">,
  field: string,
  password: string,
): Promise<void> {
  const db = database.system;
  const account = await db.first(findUserById, { userId: viewer.id });
  const subject = String(viewer.id);
  const counted = [{ limit: PER_ACCOUNT, subject }];
  const isRight = await uncountIfOverloaded(db, counted, () =>
    isPassword(account?.passwordHash, password),
  );
  if (!isRight) throw invalid({ [field]: ["This is not your current password"] });
  await resetAttempts(db, PER_ACCOUNT, subject);
}
