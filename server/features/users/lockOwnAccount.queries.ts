import type { Db } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notSignedIn } from "#server/platform/http/httpError.ts";
import { lockAccount } from "./users.queries.ts";
import { findLiveSession } from "#server/platform/access/session.queries.ts";

type OwnSession = Pick<SignedInContext, "viewer" | "sessionHash">;

/**
 * Locks the viewer's account and checks that the session of the request is still valid. A user who
 * was signed out while the request waited, for example for a password hash, must neither get a new
 * session nor change the account's security settings.
 * @param db a transaction
 * @throws HttpError 401 if the session has ended
 */
export async function lockOwnAccount(db: Db, { viewer, sessionHash }: OwnSession): Promise<void> {
  await db.all(lockAccount, { userId: viewer.id });
  const own = { userId: viewer.id, tokenHash: sessionHash };
  if (!(await db.first(findLiveSession, own))) throw notSignedIn();
}
