import type { ClientAuth, Configuration } from "openid-client";
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import type { ProviderConfig } from "./providerFetch.ts";
import { admitsHttp, providerFetch } from "./providerFetch.ts";

/** Seconds by which a provider's clock can differ. */
const CLOCK_TOLERANCE = 120;

export interface OpenProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** How the secret is sent. Most providers admit both ways, and some only one for each client. */
type SecretWay = "client_secret_basic" | "client_secret_post";

/**
 * Reads the discovery document of a provider. Signatures are checked with the keys that the provider
 * publishes at that moment, so rotated keys are known at once.
 * @param isFresh whether the document is read again although a copy is kept
 * @throws an error for `problemOf`
 */
export async function openProvider(
  { issuer, clientId, clientSecret }: OpenProvider,
  config: ProviderConfig,
  { secretWay, isFresh }: { secretWay?: SecretWay; isFresh?: boolean } = {},
): Promise<Configuration> {
  return discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE },
    sendSecret(clientSecret, secretWay),
    {
      [customFetch]: providerFetch(config, { isFresh: isFresh ?? false }),
      execute: [
        enableNonRepudiationChecks,
        ...(admitsHttp(issuer, config) ? [allowInsecureRequests] : []),
      ],
    },
  );
}

/** Sends the secret in the way that the provider offers, or in the given one. */
function sendSecret(secret: string, way: SecretWay | undefined): ClientAuth {
  const ways = { client_secret_basic: ClientSecretBasic, client_secret_post: ClientSecretPost };
  return (server, client, body, headers) => {
    const chosen = way ?? offeredWays(server.token_endpoint_auth_methods_supported)[0];
    return ways[chosen ?? "client_secret_basic"](secret)(server, client, body, headers);
  };
}

/** Returns the ways that a provider offers, the preferred first. */
export function offeredWays(methods: readonly string[] | undefined): SecretWay[] {
  const offered = (["client_secret_basic", "client_secret_post"] as const).filter((way) =>
    methods?.includes(way),
  );
  return offered.length === 0 ? ["client_secret_basic"] : offered;
}
