import type { Configuration } from "openid-client";
import { Configuration as ClientConfiguration, customFetch } from "openid-client";
import type { SignInProvider } from "#contract/signInProviders.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openProvider } from "#server/platform/openId/openProvider.ts";
import { providerFetch } from "#server/platform/openId/providerFetch.ts";

/** The issuer of identities of GitHub, which is no OpenID provider. */
export const GITHUB = "https://github.com";

/** What the installation uses to speak with a provider. */
export interface ProviderClient {
  provider: SignInProvider;
  clientId: string;
  clientSecret: string;
  tenant: string | null;
}

/**
 * Returns what `openid-client` needs to send people to a provider and to ask it who they are.
 * @throws an error for `problemOf` if the provider's discovery document cannot be read
 */
export async function openSignInProvider(
  { provider, clientId, clientSecret, tenant }: ProviderClient,
  config: Config,
): Promise<Configuration> {
  if (provider === "github") return openGitHub({ clientId, clientSecret }, config);
  const issuer =
    provider === "google"
      ? "https://accounts.google.com"
      : `https://login.microsoftonline.com/${tenant ?? "common"}/v2.0`;
  return openProvider({ issuer, clientId, clientSecret }, config, {
    secretWay: "client_secret_post",
  });
}

function openGitHub(
  { clientId, clientSecret }: Pick<ProviderClient, "clientId" | "clientSecret">,
  config: Config,
): Configuration {
  const gitHub = new ClientConfiguration(
    {
      issuer: GITHUB,
      authorization_endpoint: `${GITHUB}/login/oauth/authorize`,
      token_endpoint: `${GITHUB}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  );
  const send = providerFetch(config);
  gitHub[customFetch] = async (url, options) => withErrorStatus(await send(url, options));
  return gitHub;
}

/** GitHub refuses with status 200 and `error` in the body, where OAuth has status 400. */
async function withErrorStatus(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const body = await response.text();
  const { headers } = response;
  return new Response(body, { status: hasError(body) ? 400 : 200, headers });
}

function hasError(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null && "error" in parsed;
  } catch {
    return false;
  }
}
