import type { ResultOf } from "#contract/endpoint.ts";
import type { SignInIdentity, signInMethodsApi } from "#contract/signInMethods.ts";
import type { SignOnWays } from "#contract/signOn.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { deleteOtherSessions } from "#server/platform/access/session.queries.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { Db } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import { findUserById, updatePassword } from "#server/features/users/users.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { announceWayIn } from "./announceWayIn.ts";
import { listPasskeysOf } from "./passkeys.queries.ts";
import { presentPasskey } from "./presentPasskey.ts";
import { deletePasswordResetOf } from "./passwordReset.queries.ts";
import { isShared, relyingPartyOf } from "./relyingParty.ts";
import { isFreshSignIn, requireFreshSignIn } from "./requireFreshSignIn.ts";
import { readSignOnWays } from "./signOnWays.ts";
import { deleteIdentity, listIdentitiesOf } from "./signInIdentity.queries.ts";
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
    identities: await listOwnIdentities(context),
    isFresh: await isFreshSignIn(context),
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
 * to a confirmed address, or a passkey for the X
 * @throws HttpError 409
 */
export async function requireOtherWay(db: Db, context: SignedInContext): Promise<void> {
  const { config, viewer } = context;
  const userId = viewer.id;
  if (config.smtpUrl !== undefined && viewer.confirmedAt !== null) return;
  if ((await db.first(findUserById, { userId }))?.hasPassword) return;
  const passkeys = await db.all(listPasskeysOf, { userId });
  if (passkeys.some(({ domainCompanyId }) => domainCompanyId === null)) return;
  if ((await listOwnIdentities(context, db)).some(({ worksHere }) => worksHere)) return;
  throw conflict("This is the only way into your account");
}

/** An identity at one of the installation's providers. */
type ProviderIdentity = SignInIdentity & { provider: SignOnWays["providers"][number] };

/** Returns the identities of the viewer, and whether each logs in on this host. */
async function listOwnIdentities(
  context: SignedInContext,
  db: Db = context.database.system,
): Promise<SignInIdentity[]> {
  const { viewer, hostCompany } = context;
  const identities = await db.all(listIdentitiesOf, { userId: viewer.id });
  if (identities.length === 0) return [];
  const ways = await readSignOnWays(context, db);
  const isOwn = viewer.companyId !== null && hostCompany?.id === viewer.companyId;
  return identities.map(({ id, issuer, label, lastUsedAt, companyId, companyName }) => {
    if (companyId === null) {
      const { provider, name } = PROVIDERS_BY_ISSUER[issuer] ?? MICROSOFT;
      const worksHere = ways.providers.includes(provider);
      return { id, provider, name, label, worksHere, lastUsedAt };
    }
    const provider = issuer === "token" ? "application" : "company";
    // What a company proves holds for its own people only, on its own hosts.
    const way = isOwn && companyId === hostCompany?.id ? ways[provider] : null;
    const name = way?.name ?? companyName ?? "";
    return { id, provider, name, label, worksHere: way !== null, lastUsedAt };
  });
}

/**
 * Disconnects the viewer's account from an identity.
 * @throws HttpError 403 without a fresh sign-in; 409 if no other way in remains
 */
export async function removeIdentity(
  context: Handled<typeof signInMethodsApi.removeIdentity, SignedInContext>,
): Promise<void> {
  const { database, viewer, params } = context;
  await requireFreshSignIn(context);
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    const removed = await db.first(deleteIdentity, { userId: viewer.id, id: params.id });
    if (!removed) throw context.notFound();
    await requireOtherWay(db, context);
    await db.all(deleteOtherSessions, {
      userId: viewer.id,
      tokenHash: context.sessionHash,
      domain: null,
    });
    await announceWayIn(db, context, "identityRemoved", "sign-in.remove-identity");
  });
}

const PROVIDERS_BY_ISSUER: Readonly<Record<string, Pick<ProviderIdentity, "provider" | "name">>> = {
  "https://accounts.google.com": { provider: "google", name: "Google" },
  "https://github.com": { provider: "github", name: "GitHub" },
};
/** Microsoft has an issuer for each directory. */
const MICROSOFT = { provider: "microsoft", name: "Microsoft" } as const;
