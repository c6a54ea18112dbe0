import type { Configuration } from "openid-client";
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  randomNonce,
  randomPKCECodeVerifier as randomVerifier,
  randomState,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { SignInProvider } from "#contract/signInProviders.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { ExpectedAnswer } from "#server/platform/openId/checkCallback.ts";
import { checkCallback } from "#server/platform/openId/checkCallback.ts";
import { openProvider } from "#server/platform/openId/openProvider.ts";
import { exchangeAtGitHub, openGitHub, readGitHubUser } from "./gitHub.ts";
import type { ProviderPerson } from "./providerPerson.ts";
import { googlePerson, microsoftPerson } from "./providerPerson.ts";

/** The installation as a client of a provider. */
export interface ProviderClient {
  provider: SignInProvider;
  clientId: string;
  clientSecret: string;
  /** Only of Microsoft. */
  tenant: string | null;
}

const issuerOf = ({ provider, tenant }: ProviderClient) =>
  provider === "google"
    ? "https://accounts.google.com"
    : `https://login.microsoftonline.com/${tenant ?? "common"}/v2.0`;

function open(client: ProviderClient, config: Config): Configuration | Promise<Configuration> {
  if (client.provider === "github") return openGitHub(client, config);
  return openProvider({ ...client, issuer: issuerOf(client) }, config);
}

/**
 * Returns the address at which the provider asks the person to log in. It always lets the person
 * choose an account, so that a link alone signs nobody in.
 * @throws an error for `problemOf`
 */
export async function authorizationUrl(
  client: ProviderClient,
  config: Config,
  { redirectUri, expected }: { redirectUri: string; expected: ExpectedAnswer },
): Promise<URL> {
  const { state, nonce, pkceVerifier } = expected;
  const isGitHub = client.provider === "github";
  return buildAuthorizationUrl(await open(client, config), {
    redirect_uri: redirectUri,
    scope: isGitHub ? "user:email" : "openid email profile",
    prompt: "select_account",
    state,
    code_challenge: await calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: "S256",
    ...(!isGitHub && { nonce }),
  });
}

/**
 * Exchanges the code of a callback and reads who has logged in. The tokens are not kept.
 * @param callback the URL of the callback as the provider requested it
 * @throws an error for `problemOf`
 */
export async function readPerson(
  client: ProviderClient,
  config: Config,
  { callback, expected }: { callback: URL; expected: ExpectedAnswer },
): Promise<ProviderPerson> {
  if (client.provider === "github") {
    const gitHub = openGitHub(client, config);
    return readGitHubUser(gitHub, await exchangeAtGitHub(gitHub, callback, expected));
  }
  const answer = await checkCallback({ ...client, issuer: issuerOf(client) }, config, {
    callback,
    expected,
    needsMore: () => false,
  });
  return client.provider === "google" ? googlePerson(answer) : microsoftPerson(answer);
}

/** The errors with which providers refuse a client ID or its secret. */
const REFUSED_CLIENT = new Set([
  "invalid_client",
  "unauthorized_client",
  "incorrect_client_credentials",
]);

/**
 * Asks the provider whether it knows the client, by a code that cannot be right. Returns what it
 * refuses; null if it refuses only the code or does not answer.
 */
export async function findRefusal(
  client: ProviderClient,
  config: Config,
  redirectUri: string,
): Promise<"secret" | "tenant" | null> {
  const expected = { state: randomState(), nonce: randomNonce(), pkceVerifier: randomVerifier() };
  const callback = new URL(redirectUri);
  callback.search = new URLSearchParams({
    code: randomState(),
    state: expected.state,
    // RFC 9207, which only Google supports.
    ...(client.provider === "google" && { iss: issuerOf(client) }),
  }).toString();
  try {
    await readPerson(client, config, { callback, expected });
  } catch (error) {
    if (error instanceof WWWAuthenticateChallengeError) return "secret";
    if (error instanceof ResponseBodyError && REFUSED_CLIENT.has(error.error)) return "secret";
    const isUnknown =
      error instanceof ClientError && error.code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
    if (client.provider === "microsoft" && isUnknown) return "tenant";
  }
  return null;
}
