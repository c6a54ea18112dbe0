import type { SignedInContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { forbidden, invalid } from "#server/platform/http/httpError.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { resetAttempts, uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { findUserById } from "#server/features/users/users.queries.ts";
import { isPassword } from "./password.ts";
import { requireFreshSignIn } from "./requireFreshSignIn.ts";

const PER_ACCOUNT: Limit = { name: "password-account", attempts: 10, windowSeconds: 15 * 60 };

/** Rate limit of every route that requires the password again. */
export const passwordLimit = byAccount(PER_ACCOUNT);

/**
 * Checks the viewer's password, because somebody other than the account's owner could use a session
 * that was left open. Of an account without a password, a fresh sign-in is required instead, and not
 * on a custom domain: whoever controls its DNS could pass a login on and use its session. The route
 * must have the rate limit `passwordLimit`.
 * @returns whether the account has a password
 * @throws HttpError 400 on the given field for a missing or wrong password; 403 without a fresh
 * sign-in, and for an account without a password on a custom domain
 */
export async function requirePassword(
  context: Pick<SignedInContext, "database" | "viewer" | "sessionHash" | "host" | "origin">,
  field: string,
  password: string | undefined,
): Promise<boolean> {
  const { database, viewer } = context;
  const db = database.system;
  const account = await db.first(findUserById, { userId: viewer.id });
  if (account?.hasPassword === false) {
    await requireFreshSignIn(context);
    const { host, origin } = context;
    if (host.domain !== null)
      throw forbidden(
        `Without a password, do this at ${new URL(origin).host}, not on a custom domain`,
      );
    return false;
  }
  if (password === undefined) throw invalid({ [field]: ["Password is required"] });
  const subject = String(viewer.id);
  const counted = [{ limit: PER_ACCOUNT, subject }];
  const isRight = await uncountIfOverloaded(db, counted, () =>
    isPassword(account?.passwordHash, password),
  );
  if (!isRight) throw invalid({ [field]: ["This is not your current password"] });
  await resetAttempts(db, PER_ACCOUNT, subject);
  return true;
}
