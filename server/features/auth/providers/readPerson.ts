import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from "openid-client";
import { fetchProtectedResource } from "openid-client";
import * as z from "zod/mini";
import type { SignInProvider } from "#contract/signInProviders.ts";
import { GITHUB } from "./openSignInProvider.ts";

const GITHUB_USER = "https://api.github.com/user";

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** What a provider says of the person who has logged in there. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** How the person knows the account at the provider: its address or name. */
  label: string;
  address: string | undefined;
  /** Whether the provider has proved that the address is the person's now. */
  isAddressProved: boolean;
  fullName: string | undefined;
}

/** Reads who has logged in. The tokens are not kept. */
export async function readPerson(
  provider: SignInProvider,
  configuration: Configuration,
  tokens: Tokens,
): Promise<ProviderPerson> {
  if (provider === "github") return readGitHubUser(configuration, tokens.access_token);
  const claims = tokens.claims();
  return provider === "google" ? googlePerson(claims) : microsoftPerson(claims);
}

const GoogleClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
  hd: z.optional(z.string()),
});

/**
 * Google knows who owns an address today only if it is one of Gmail or of an organisation with
 * Google Workspace (`hd`). It has verified other addresses once, possibly years ago
 * (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
export function googlePerson(claims: unknown): ProviderPerson {
  const { iss, sub, name, email, email_verified, hd } = GoogleClaims.parse(claims);
  const isGooglesOwn = hd !== undefined || /@gmail\.com$/i.test(email ?? "");
  return {
    issuer: iss,
    subject: sub,
    label: email ?? name ?? sub,
    address: email,
    isAddressProved: email_verified === true && isGooglesOwn,
    fullName: name,
  };
}

const MicrosoftClaims = z.object({
  iss: z.string(),
  oid: z.string(),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  preferred_username: z.optional(z.string()),
  xms_edov: z.optional(z.unknown()),
});

const TRUE: readonly unknown[] = [true, 1, "1", "true"];

/**
 * `sub` differs from application to application, so `oid` is used, which stays the same in a
 * directory; the issuer names the directory. Admins of any directory can enter any address for their
 * people, so an address counts only with the claim that the directory owns its domain.
 */
export function microsoftPerson(claims: unknown): ProviderPerson {
  const { iss, oid, name, email, preferred_username, xms_edov } = MicrosoftClaims.parse(claims);
  return {
    issuer: iss,
    subject: oid,
    label: email ?? preferred_username ?? name ?? oid,
    address: email,
    isAddressProved: email !== undefined && TRUE.includes(xms_edov),
    fullName: name,
  };
}

const GitHubUser = z.object({
  id: z.number(),
  login: z.string(),
  name: z.nullish(z.string()),
});
const GitHubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** The login can be renamed and then taken by somebody else, so the id is the subject. */
async function readGitHubUser(
  configuration: Configuration,
  accessToken: string,
): Promise<ProviderPerson> {
  const read = async (address: string): Promise<unknown> => {
    const headers = new Headers({
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    });
    const url = new URL(address);
    const response = await fetchProtectedResource(configuration, accessToken, url, "GET", null, headers);
    if (response.status !== 200) throw new Error(`GitHub answered ${String(response.status)}`);
    return response.json();
  };
  const { id, login, name } = GitHubUser.parse(await read(GITHUB_USER));
  const emails = GitHubEmails.parse(await read(`${GITHUB_USER}/emails?per_page=100`));
  const own = emails.find(({ primary, verified }) => primary && verified);
  return {
    issuer: GITHUB,
    subject: String(id),
    label: login,
    address: own?.email,
    isAddressProved: own !== undefined,
    fullName: name ?? login,
  };
}
