import type { Configuration } from "openid-client";
import {
  authorizationCodeGrant,
  ClientError,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { OpenProvider } from "./openProvider.ts";
import { offeredWays, openProvider } from "./openProvider.ts";
import type { ProviderConfig } from "./providerFetch.ts";

/** What a started sign-in expects of the provider's answer. */
export interface ExpectedAnswer {
  state: string;
  nonce: string;
  pkceVerifier: string;
}

/** What a provider says of a person, in its ID token and its user info. */
export type Claims = Readonly<Record<string, unknown>>;

export interface ProviderAnswer {
  issuer: string;
  subject: string;
  claims: Claims;
  idToken: string;
  /** Where the person can be signed out at the provider. */
  offersSignOut: boolean;
}

/**
 * Exchanges the code of a callback, and checks the ID token: signature, issuer, audience, nonce, and
 * times. Claims that the ID token lacks come from the user info.
 * @param callback the URL of the callback as the browser requested it
 * @param needsMore whether the claims of the ID token do not suffice
 * @throws an error for `problemOf`
 */
export async function checkCallback(
  provider: OpenProvider,
  config: ProviderConfig,
  {
    callback,
    expected,
    needsMore,
  }: { callback: URL; expected: ExpectedAnswer; needsMore: (claims: Claims) => boolean },
): Promise<ProviderAnswer> {
  const { configuration, tokens } = await exchange(provider, config, callback, expected);
  const idClaims = tokens.claims();
  if (!idClaims || tokens.id_token === undefined)
    throw new ClientError("The answer contains no ID token");
  const server = configuration.serverMetadata();
  const subject = idClaims.sub;
  const more =
    server.userinfo_endpoint !== undefined && needsMore(idClaims)
      ? await fetchUserInfo(configuration, tokens.access_token, subject)
      : {};
  return {
    // The issuer of the token, which at Entra names the organization.
    issuer: idClaims.iss,
    subject,
    claims: { ...more, ...idClaims },
    idToken: tokens.id_token,
    offersSignOut: server.end_session_endpoint !== undefined,
  };
}

/** Sends the secret in the preferred way, and in the other one if the provider refuses it. */
async function exchange(
  provider: OpenProvider,
  config: ProviderConfig,
  callback: URL,
  { state, nonce, pkceVerifier }: ExpectedAnswer,
) {
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: pkceVerifier,
    idTokenExpected: true,
  };
  const grant = async (configuration: Configuration) => ({
    configuration,
    tokens: await authorizationCodeGrant(configuration, callback, checks),
  });
  const preferred = await openProvider(provider, config);
  try {
    return await grant(preferred);
  } catch (error) {
    const methods = preferred.serverMetadata().token_endpoint_auth_methods_supported;
    const [, secretWay] = offeredWays(methods);
    if (!secretWay || !isSecretRefused(error)) throw error;
    return grant(await openProvider(provider, config, { secretWay }));
  }
}

const isSecretRefused = (error: unknown) =>
  error instanceof WWWAuthenticateChallengeError ||
  (error instanceof ResponseBodyError && error.error === "invalid_client");
