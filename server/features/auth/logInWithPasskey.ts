import { randomBytes } from "node:crypto";
import type { ResultOf } from "#contract/endpoint.ts";
import type { passkeysApi } from "#contract/passkeys.ts";
import type { User } from "#contract/users.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { countSignIn } from "#server/platform/health/signInCounts.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findUserById, holdAccount } from "#server/features/users/users.queries.ts";
import { findPasskey, insertChallenge, savePasskeyUse, takeChallenge } from "./passkeys.queries.ts";
import { expectedOrigin, relyingPartyOf, userHandleOf } from "./relyingParty.ts";
import { startSession } from "./session.ts";
import { isUnchanged, refuseAccount, refuseOtherWays, roleHere } from "./signInChecks.ts";

/** The limit is higher than that of passwords, because each visit of the login page asks for one. */
export const requestLimit = bySubscriber({
  name: "passkey-request-ip",
  attempts: 300,
  windowSeconds: 15 * 60,
});
export const passkeyLoginLimit = bySubscriber({
  name: "passkey-login-ip",
  attempts: 100,
  windowSeconds: 15 * 60,
});

const CHALLENGE_BYTES = 32;

/** Milliseconds in which the browser asks for a passkey. */
const LOGIN_MS = 60_000;

const refused = () => new HttpError(401, "This passkey does not work here. Log in in another way.");

/** Returns the options with which the browser asks for any passkey of this relying party. */
export async function startPasskeyLogin(
  context: RequestContext,
): Promise<ResultOf<typeof passkeysApi.request>> {
  const { database, host } = context;
  const { rpId } = relyingPartyOf(context);
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  await database.system.all(insertChallenge, { challenge, host: host.name, userId: null });
  return { challenge, rpId, timeout: LOGIN_MS, userVerification: "required" };
}

type LoginContext = Handled<typeof passkeysApi.logIn>;

/**
 * Signs in with a passkey. It proves possession and, by the verification of the user, knowledge or a
 * fingerprint, so no second factor is asked for. A count of signatures that is not higher than the
 * stored one is that of a copied key, and is refused.
 * @throws HttpError 401 for an unknown passkey or a wrong answer
 */
export function logInWithPasskey(context: LoginContext): Promise<User> {
  return countSignIn("passkey", () => logIn(context));
}

async function logIn(context: LoginContext): Promise<User> {
  const { database, body, config } = context;
  const db = database.system;
  const here = relyingPartyOf(context);
  const credentialId = Buffer.from(body.credential.id, "base64url");
  const passkey = await db.first(findPasskey, { ...here, credentialId });
  if (!passkey) throw refused();
  const newCount = await verifiedCount(context, here.rpId, passkey);
  const judged = await db.first(findUserById, { userId: passkey.userId });
  if (!judged) throw refused();
  refuseAccount(judged, context);
  await refuseOtherWays(db, judged, context);
  return db.transaction(async (transaction) => {
    await transaction.all(holdAccount, { userId: judged.id });
    const user = await transaction.first(findUserById, { userId: judged.id });
    const use = { id: passkey.id, signCount: passkey.signCount, newCount };
    if (!isUnchanged(user, judged) || !(await transaction.first(savePasskeyUse, use)))
      throw refused();
    await startSession(transaction, context, user.id, "proved");
    return presentUser({ ...user, role: roleHere(user, context) }, config);
  });
}

/** Verifies the signature and returns the new count of signatures. */
async function verifiedCount(
  context: LoginContext,
  rpId: string,
  passkey: { userId: number; publicKey: Buffer; signCount: number; transports: string[] },
): Promise<number> {
  const { database, host } = context;
  const { credential } = context.body;
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  const ownHandle = Buffer.from(userHandleOf(passkey.userId)).toString("base64url");
  if (userHandle && userHandle !== ownHandle) throw refused();
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: async (challenge) =>
      (await database.system.first(takeChallenge, { challenge, host: host.name, userId: null })) !==
      undefined,
    expectedOrigin: expectedOrigin(clientDataJSON, context),
    expectedRPID: rpId,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw refused();
  return verified.authenticationInfo.newCounter;
}
