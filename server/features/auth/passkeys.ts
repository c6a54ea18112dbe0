import type { ResultOf } from "#contract/endpoint.ts";
import type { Passkey, passkeysApi } from "#contract/passkeys.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict, HttpError } from "#server/platform/http/httpError.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import { announceWayIn } from "./announceWayIn.ts";
import type { RelyingParty } from "./passkeys.queries.ts";
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeysOf,
  MOST_PASSKEYS,
  updatePasskeyName,
  takeChallenge,
} from "./passkeys.queries.ts";
import { presentPasskey } from "./presentPasskey.ts";
import { expectedOrigin, relyingPartyOf, userHandleOf } from "./relyingParty.ts";
import { requireFreshSignIn } from "./requireFreshSignIn.ts";
import { requireOtherWay } from "./signInMethods.ts";

export const creationLimit = byAccount({
  name: "passkey-account",
  attempts: 30,
  windowSeconds: 15 * 60,
});

/** EdDSA, ES256 and RS256, by their COSE numbers. Every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

const tooMany = () => conflict("An account can have 20 passkeys. Remove one first.");

/**
 * Returns the options with which the browser creates a passkey. The authenticator must verify the
 * user, by a PIN or a fingerprint, so that the passkey replaces password and second factor.
 */
export async function startPasskey(
  context: SignedInContext,
): Promise<ResultOf<typeof passkeysApi.create>> {
  const { database, viewer, host, site } = context;
  await requireFreshSignIn(context);
  const db = database.system;
  const own = await db.all(listPasskeysOf, { userId: viewer.id });
  if (own.length >= MOST_PASSKEYS) throw tooMany();
  const here = relyingPartyOf(context);
  const known = own
    .filter(({ rpId }) => rpId === here.rpId)
    .map(({ credentialId, transports }) => ({
      id: credentialId.toString("base64url"),
      transports,
    }));
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: site.siteName,
    rpID: here.rpId,
    userID: userHandleOf(viewer.id),
    userName: viewer.username,
    userDisplayName: viewer.fullName ?? viewer.username,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const { challenge, rp, user, pubKeyCredParams, timeout = 60_000 } = options;
  await db.all(insertChallenge, { challenge, host: host.name, userId: viewer.id });
  return {
    rp: { id: here.rpId, name: rp.name },
    user,
    challenge,
    pubKeyCredParams,
    timeout,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports, type: "public-key" })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** Adds the passkey that the browser has created. */
export async function addPasskey(
  context: Handled<typeof passkeysApi.add, SignedInContext>,
): Promise<Passkey> {
  const { database, viewer, body } = context;
  await requireFreshSignIn(context);
  const here = relyingPartyOf(context);
  const { id, publicKey, counter } = await verifyNewPasskey(context, here);
  const { transports = [] } = body.credential.response;
  try {
    return await database.system.transaction(async (db) => {
      await lockOwnAccount(db, context);
      const added = await db.first(insertPasskey, {
        ...here,
        userId: viewer.id,
        credentialId: Buffer.from(id, "base64url"),
        publicKey: Buffer.from(publicKey),
        signCount: counter,
        transports,
        name: body.name,
      });
      if (!added) throw tooMany();
      await announceWayIn(db, context, "passkeyAdded", "sign-in.add-passkey");
      return presentPasskey(added, here);
    });
  } catch (error) {
    if (isUniqueViolation(error, "passkey_rp_id_credential_id_key"))
      throw conflict("This passkey has been added already");
    throw error;
  }
}

/** @throws HttpError 400 if the answer is not that of a new passkey for a challenge of this account */
async function verifyNewPasskey(
  context: Handled<typeof passkeysApi.add, SignedInContext>,
  { rpId }: RelyingParty,
) {
  const { database, host, viewer, body } = context;
  const { credential } = body;
  const { clientDataJSON } = credential.response;
  const taken = { host: host.name, userId: viewer.id };
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { clientDataJSON, attestationObject: credential.response.attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: async (challenge) =>
      (await database.system.first(takeChallenge, { challenge, ...taken })) !== undefined,
    expectedOrigin: expectedOrigin(clientDataJSON, context),
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) throw new HttpError(400, "The passkey was not added. Try again.");
  return verified.registrationInfo.credential;
}

export async function renamePasskey(
  context: Handled<typeof passkeysApi.rename, SignedInContext>,
): Promise<Passkey> {
  const { database, viewer, params, body } = context;
  const change = { userId: viewer.id, id: params.id, name: body.name };
  const renamed = await database.system.first(updatePasskeyName, change);
  if (!renamed) throw context.notFound();
  return presentPasskey(renamed, relyingPartyOf(context));
}

/** @throws HttpError 403 without a fresh sign-in; 409 if no other way in remains */
export async function removePasskey(
  context: Handled<typeof passkeysApi.remove, SignedInContext>,
): Promise<void> {
  const { database, viewer, params } = context;
  await requireFreshSignIn(context);
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    const removed = await db.first(deletePasskey, { userId: viewer.id, id: params.id });
    if (!removed) throw context.notFound();
    await requireOtherWay(db, context);
    await announceWayIn(db, context, "passkeyRemoved", "sign-in.remove-passkey");
  });
}
