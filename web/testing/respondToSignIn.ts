import { passkeysApi } from "#contract/passkeys.ts";
import type { SignInMethods } from "#contract/signInMethods.ts";
import { signInMethodsApi } from "#contract/signInMethods.ts";
import { signOnApi } from "#contract/signOn.ts";
import { daysAgo } from "./fixtures.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** Returns the ways into an account with a password and without passkeys. */
export function passwordOnly(): SignInMethods {
  return {
    password: { isSet: true, lastUsedAt: daysAgo(2) },
    mailedCode: { isAvailable: true, lastUsedAt: null },
    passkeys: [],
    identities: [],
    isFresh: true,
    passkeyDomain: { name: "acme.localhost", isShared: false },
  };
}

/**
 * Answers the login form, which asks for the passkeys that the browser can offer, and the forms that
 * ask whether the account has a password.
 */
export function respondToSignIn(server: ScriptedServer): ScriptedServer {
  return server
    .respond(passkeysApi.request, {
      challenge: "kR3vJ0x8Qm2ZpT7bYc1LdWf6NhUa9EsGoXi4BtVyPqA",
      rpId: "localhost",
      timeout: 60_000,
      userVerification: "required",
    })
    .respond(signOnApi.ways, { company: null, providers: [], application: null })
    .respond(signInMethodsApi.list, passwordOnly());
}

/** Answers the calls of the card with the ways into the account. */
export function respondToSignInMethods(
  server: ScriptedServer,
  data: { signInMethods: SignInMethods },
): ScriptedServer {
  return server
    .respond(signInMethodsApi.list, () => data.signInMethods)
    .respond(signInMethodsApi.removePassword, () => {
      data.signInMethods.password = { isSet: false, lastUsedAt: null };
    })
    .respond(passkeysApi.rename, ({ params, body }) => {
      const passkey = data.signInMethods.passkeys.find(({ id }) => id === params.id);
      if (!passkey) throw new Error("There is no such passkey");
      return Object.assign(passkey, body);
    })
    .respond(passkeysApi.remove, ({ params }) => {
      const { passkeys } = data.signInMethods;
      data.signInMethods.passkeys = passkeys.filter(({ id }) => id !== params.id);
    })
    .respond(signInMethodsApi.removeIdentity, ({ params }) => {
      const { identities } = data.signInMethods;
      data.signInMethods.identities = identities.filter(({ id }) => id !== params.id);
    });
}
