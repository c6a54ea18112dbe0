import type { TokenEndpointResponse } from "openid-client";
import {
  authorizationCodeGrant,
  ClientError,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from "openid-client";
import * as z from "zod/mini";
import type { Config } from "#server/platform/config/config.ts";
import type { ExpectedAnswer } from "#server/platform/openId/checkCallback.ts";
import { providerFetch } from "#server/platform/openId/providerFetch.ts";
import type { ProviderPerson } from "./providerPerson.ts";

/** The issuer of identities of GitHub, which has OAuth 2 only. */
const GITHUB = "https://github.com";
const API = "https://api.github.com";

/** Returns what `openid-client` needs to speak OAuth with GitHub. */
export function openGitHub(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  config: Config,
): Configuration {
  const gitHub = new Configuration(
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

/** GitHub refuses a code with status 200 and `error` in the body, where OAuth has status 400. */
async function withErrorStatus(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const body = await response.text();
  const status = ErrorBody.safeParse(parsed(body)).success ? 400 : 200;
  return new Response(body, { status, headers: response.headers });
}

const ErrorBody = z.object({ error: z.string() });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Exchanges the code of a callback. */
export function exchangeAtGitHub(
  gitHub: Configuration,
  callback: URL,
  { state, pkceVerifier }: Pick<ExpectedAnswer, "state" | "pkceVerifier">,
): Promise<TokenEndpointResponse> {
  const checks = { expectedState: state, pkceCodeVerifier: pkceVerifier };
  return authorizationCodeGrant(gitHub, callback, checks);
}

const GitHubUser = z.object({ id: z.number(), login: z.string(), name: z.nullish(z.string()) });
const GitHubAddresses = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** @throws ClientError for an answer of another form */
function partOf<Part>(schema: z.ZodMiniType<Part>, answer: unknown): Part {
  const part = schema.safeParse(answer);
  if (part.success) return part.data;
  throw new ClientError(`GitHub's answer has another form: ${z.prettifyError(part.error)}`);
}

/**
 * Reads who has logged in. A login name can be changed and then taken by somebody else, so the id
 * identifies the person. Only the primary address counts, and only if GitHub has verified it.
 */
export async function readGitHubUser(
  gitHub: Configuration,
  { access_token }: TokenEndpointResponse,
): Promise<ProviderPerson> {
  const read = async (path: string): Promise<unknown> => {
    const headers = new Headers({
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    });
    const url = new URL(path, API);
    const reply = await fetchProtectedResource(gitHub, access_token, url, "GET", null, headers);
    if (reply.status === 200) return parsed(await reply.text());
    const error = new ClientError(`GitHub answered ${String(reply.status)}`, { cause: reply });
    error.code = "OAUTH_RESPONSE_IS_NOT_CONFORM";
    throw error;
  };
  const { id, login, name } = partOf(GitHubUser, await read("/user"));
  const addresses = partOf(GitHubAddresses, await read("/user/emails?per_page=100"));
  const own = addresses.find(({ primary, verified }) => primary && verified);
  return {
    issuer: GITHUB,
    subject: String(id),
    label: login,
    address: own?.email,
    isAddressProved: own !== undefined,
    fullName: name ?? login,
  };
}
