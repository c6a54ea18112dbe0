import type { Db } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notSignedIn } from "#server/platform/http/httpError.ts";
import { lockAccount } from "#server/features/users/users.queries.ts";
import { findLiveSession } from "#server/platform/access/session.queries.ts";

type Own = Pick<SignedInContext, "viewer" | "sessionHash">;

/**
 * Locks the viewer's account, and makes sure that the session is still alive with which the request came. Whoever was signed out
 * while a request waited, for a hash say, must get neither a new session nor a say in the account's security by it.
 * @param db a transaction
 * @throws HttpError 401 for whoever is signed out by now
 */
export async function lockOwnAccount(db: Db, { viewer, sessionHash }: Own): Promise<void> {
  await db.all(lockAccount, { userId: viewer.id });
  const own = { userId: viewer.id, tokenHash: sessionHash };
  if (!(await db.first(findLiveSession, own))) throw notSignedIn();
}
