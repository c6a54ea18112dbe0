import type { Db } from "#server/db/database.ts";
import type { SignedInContext } from "#server/http/guards.ts";
import { notSignedIn } from "#server/http/httpError.ts";
import { lockAccount } from "#server/users/users.queries.ts";
import { findLiveSession } from "./session.queries.ts";

type Own = Pick<SignedInContext, "viewer" | "sessionHash">;

/**
 * Locks the viewer's account, and says whether the session is still alive with which the request came. Whoever was signed out
 * while a request waited, for a hash say, must get neither a new session nor a say in the account's security by it.
 * @param db a transaction
 */
export async function isStillSignedIn(db: Db, { viewer, sessionHash }: Own): Promise<boolean> {
  await db.all(lockAccount, { userId: viewer.id });
  const own = { userId: viewer.id, tokenHash: sessionHash };
  return (await db.first(findLiveSession, own)) !== undefined;
}

/** As `isStillSignedIn`. @throws HttpError 401 for whoever is not */
export async function lockOwnAccount(db: Db, own: Own): Promise<void> {
  if (!(await isStillSignedIn(db, own))) throw notSignedIn();
}
