import type { ResultOf } from "#contract/endpoint.ts";
import type { signInMethodsApi } from "#contract/signInMethods.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { findFreshSession } from "#server/platform/access/session.queries.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { Db } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import { findUserById, updatePassword } from "#server/features/users/users.queries.ts";
import { announceWayIn } from "./announceWayIn.ts";
import { listPasskeysOf } from "./passkeys.queries.ts";
import { presentPasskey } from "./presentPasskey.ts";
import { deletePasswordResetOf } from "./passwordReset.queries.ts";
import { isShared, relyingPartyOf } from "./relyingParty.ts";
import { requireFreshSignIn } from "./requireFreshSignIn.ts";
import { findSignInUses } from "./signInMethods.queries.ts";

/** Lists the ways into the viewer's account. */
export async function readSignInMethods(
  context: SignedInContext,
): Promise<ResultOf<typeof signInMethodsApi.list>> {
  const { database, viewer, config } = context;
  const db = database.system;
  const userId = viewer.id;
  const account = await db.first(findUserById, { userId });
  const uses = await db.first(findSignInUses, { userId });
  const passkeys = await db.all(listPasskeysOf, { userId });
  const here = relyingPartyOf(context);
  return {
    password: {
      isSet: account?.hasPassword ?? false,
      lastUsedAt: uses?.passwordUsedAt ?? null,
    },
    mailedCode: {
      isAvailable: config.smtpUrl !== undefined,
      lastUsedAt: uses?.mailUsedAt ?? null,
    },
    passkeys: passkeys.map((passkey) => presentPasskey(passkey, here)),
    identities: [],
    isFresh: (await db.first(findFreshSession, { tokenHash: context.sessionHash })) !== undefined,
    passkeyDomain: { name: here.rpId, isShared: isShared(here, config) },
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
    await db.all(updatePassword, { userId, passwordHash: unusablePasswordHash() });
    await requireOtherWay(db, context);
    await db.all(deletePasswordResetOf, { userId });
    await announceWayIn(db, context, "passwordRemoved", "sign-in.remove-password");
  });
}

/**
 * Checks that a way in remains after one was removed in this transaction: a password, a mailed code
 * to a confirmed address, or a passkey for the base domain. A passkey for a custom domain does not
 * count, because others control the domain.
 * @throws HttpError 409
 */
export async function requireOtherWay(db: Db, context: SignedInContext): Promise<void> {
  const { config, viewer } = context;
  const userId = viewer.id;
  if (config.smtpUrl !== undefined && viewer.confirmedAt !== null) return;
  if ((await db.first(findUserById, { userId }))?.hasPassword) return;
  const passkeys = await db.all(listPasskeysOf, { userId });
  if (passkeys.every(({ domainCompanyId }) => domainCompanyId !== null))
    throw conflict("This is the only way into your account");
}
