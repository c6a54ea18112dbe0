import type { RefusedReason } from "#contract/signOn.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findUserById, lockAccount } from "#server/features/users/users.queries.ts";
import { announceWayIn } from "./announceWayIn.ts";
import { isElsewhereOnly, refusalOf } from "./arriveWithIdentity.ts";
import { isFreshSignIn } from "./requireFreshSignIn.ts";
import type { IdentityKey } from "./signInIdentity.queries.ts";
import { findIdentity, insertIdentity } from "./signInIdentity.queries.ts";

interface Connection extends IdentityKey {
  /** The address or the name at the provider, for the list of the ways into the account. */
  readonly label: string;
  /** Uses the proof up, in a transaction. False if it was used before. */
  readonly take: (db: Db) => Promise<boolean>;
}

/**
 * Connects a proved identity with the viewer's account, if the viewer has just logged in. A mail
 * tells of it. Returns why the identity cannot be connected; null if it is now, or was before.
 */
export async function connectIdentity(
  context: SignedInContext,
  connection: Connection,
): Promise<RefusedReason | null> {
  const { database, viewer } = context;
  const userId = viewer.id;
  if (isElsewhereOnly(context)) return "customDomain";
  if (!(await isFreshSignIn(context))) return "notFresh";
  return database.system.transaction(async (db) => {
    await db.all(lockAccount, { userId });
    const account = await db.first(findUserById, { userId });
    if (!account) return "expired";
    const reason = refusalOf(context, connection, account);
    if (reason) return reason;
    if (account.confirmedAt === null) return "addressNotProved";
    if (!(await connection.take(db))) return "expired";
    if (await db.first(insertIdentity, { ...connection, userId, isConfirmed: true })) {
      await announceWayIn(db, context, "identityAdded", "sign-in.add-identity");
      return null;
    }
    const known = await db.first(findIdentity, connection);
    return known?.userId === userId ? null : "alreadyConnected";
  });
}
