import { passkeysApi } from "#contract/passkeys.ts";
import type { SignInMethods } from "#contract/signInMethods.ts";
import { signInMethodsApi } from "#contract/signInMethods.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** Answers the login form, which asks for the passkeys that the browser can offer. */
export function respondToPasskeyRequest(server: ScriptedServer): ScriptedServer {
  return server.respond(passkeysApi.request, {
    challenge: "kR3vJ0x8Qm2ZpT7bYc1LdWf6NhUa9EsGoXi4BtVyPqA",
    rpId: "localhost",
    timeout: 60_000,
    userVerification: "required",
  });
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
    });
}
