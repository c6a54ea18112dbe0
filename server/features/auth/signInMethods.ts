import type { ResultOf } from "#contract/endpoint.ts";
import type { signInMethodsApi } from "#contract/signInMethods.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import { findUserById, updatePassword } from "#server/features/users/users.queries.ts";
import { announceWayIn } from "./announceWayIn.ts";
import { deletePasswordResetOf } from "./passwordReset.queries.ts";
import { requireFreshSignIn } from "./requireFreshSignIn.ts";
import { findSignInUses } from "./signInMethods.queries.ts";

/** Lists the ways into the viewer's account. */
export async function readSignInMethods({
  database,
  viewer,
  config,
}: SignedInContext): Promise<ResultOf<typeof signInMethodsApi.list>> {
  const db = database.system;
  const userId = viewer.id;
  const account = await db.first(findUserById, { userId });
  const uses = await db.first(findSignInUses, { userId });
  return {
    password: {
      isSet: account?.hasPassword ?? false,
      lastUsedAt: uses?.passwordUsedAt ?? null,
    },
    mailedCode: {
      isAvailable: config.smtpUrl !== undefined,
      lastUsedAt: uses?.mailUsedAt ?? null,
    },
  };
}

/**
 * Removes the viewer's password. Does nothing if there is none.
 * @throws HttpError 403 without a fresh sign-in; 409 if no other way in remains
 */
export async function removePassword(context: SignedInContext): Promise<void> {
  const { database, viewer } = context;
  const userId = viewer.id;
  await requireFreshSignIn(context);
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    const account = await db.first(findUserById, { userId });
    if (!account?.hasPassword) return;
    if (!canLogInByMail(context)) throw conflict("This is the only way into your account");
    await db.all(updatePassword, { userId, passwordHash: unusablePasswordHash() });
    await db.all(deletePasswordResetOf, { userId });
    await announceWayIn(db, context, "passwordRemoved", "sign-in.remove-password");
  });
}

/** Whether the account's owner reads the mails to its address, and the installation sends mails. */
function canLogInByMail({ config, viewer }: SignedInContext): boolean {
  return config.smtpUrl !== undefined && viewer.confirmedAt !== null;
}
