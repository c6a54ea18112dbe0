import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { companySignOnApi } from "#contract/companySignOn.ts";
import { signedTokensApi } from "#contract/signedTokens.ts";
import { signInProvidersApi } from "#contract/signInProviders.ts";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { connectionTo } from "#server/checks/fixtures/signOnScene.ts";
import { newClaims, signClaims } from "#server/checks/fixtures/signToken.ts";
import type { GitHub } from "#server/checks/fixtures/startGitHub.ts";
import { GITHUB_CLIENT, startGitHub } from "#server/checks/fixtures/startGitHub.ts";
import {
  DIRECTORY,
  GOOGLE,
  GOOGLE_CLIENT,
  MICROSOFT,
  MICROSOFT_CLIENT,
  startGoogle,
  startMicrosoft,
} from "#server/checks/fixtures/startKnownProviders.ts";
import type { OidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import { startOidcProvider } from "#server/checks/fixtures/startOidcProvider.ts";
import { acmeAdmin, acmeCustomer, signIn, superAdmin } from "./accounts.ts";
import { callApi } from "./callApi.ts";
import { originOf, setPortalAddress } from "./portalAddress.ts";
import { runPortal } from "./runPortal.ts";
import { runSql } from "./runSql.ts";
import { expect, test as base } from "./test.ts";

/**
 * Browsers treat all hosts below `localhost` as secure, which passkeys need. `portal.localhost` is a
 * base domain with hosts below it, and `customer.localhost` a custom domain.
 */
export const BASE_DOMAIN = "portal.localhost";
export const SUBDOMAIN = `acme.${BASE_DOMAIN}`;
export const CUSTOM_DOMAIN = "customer.localhost";

/** A base domain other than `localhost` needs its own password of the demo data. */
const password = "a password of our own";
export const customer = { ...acmeCustomer, password };

/** Who is logged in at the providers and in the application. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** The servers around a portal in which every way to log in is set up. */
export interface SignOnPortal {
  readonly mailServer: MailServer;
  readonly company: OidcProvider;
  readonly google: OidcProvider;
  readonly microsoft: OidcProvider;
  readonly gitHub: GitHub;
  readonly application: Application;
}

const GITHUB = "https://github.com";

/** Tests of the ways to log in, with a portal of their own. */
export const test = base.extend<object, { portal: SignOnPortal }>({
  portal: [
    async ({}, use) => {
      const mailServer = await startMailServer();
      const company = await startOidcProvider();
      const google = await startGoogle();
      const microsoft = await startMicrosoft();
      const gitHub = await startGitHub();
      const application = await startApplication();
      const { address, stop } = await runPortal({
        BASE_DOMAIN,
        DEMO_PASSWORD: password,
        SMTP_URL: mailServer.url,
        ALLOW_PRIVATE_PROVIDERS: "1",
        NODE_OPTIONS: "--import=./server/checks/fixtures/rerouteRequests.ts",
        HEARBACK_STAND_INS: JSON.stringify({
          [GOOGLE]: google.address,
          [MICROSOFT]: microsoft.address,
          [GITHUB]: gitHub.url,
          "https://api.github.com": gitHub.url,
        }),
      });
      setPortalAddress(address);
      gitHub.redirectUri = `${originOf(BASE_DOMAIN)}/auth/provider/callback`;
      const portal = { mailServer, company, google, microsoft, gitHub, application };
      await setUp(portal);
      await use(portal);
      await stop();
      application.server.close();
      const started = [mailServer, company, google, microsoft, gitHub];
      await Promise.all(started.map((server) => server.close()));
    },
    { scope: "worker", auto: true, timeout: 60_000 },
  ],
});

/** Sets a custom domain and every way to log in up. */
async function setUp({ company, application }: SignOnPortal): Promise<void> {
  await runSql(
    "update company set custom_domain = $1, custom_domain_verified_at = now() where subdomain = 'acme'",
    [CUSTOM_DOMAIN],
  );
  const provider = await signIn({ ...superAdmin, password }, { host: BASE_DOMAIN });
  for (const [name, { clientId, clientSecret: secret }] of [
    ["google", GOOGLE_CLIENT],
    ["microsoft", MICROSOFT_CLIENT],
    ["github", GITHUB_CLIENT],
  ] as const)
    await callApi(provider, signInProvidersApi.save, {
      params: { provider: name },
      body: { clientId, secret, isOn: true },
    });
  const admin = await signIn({ ...acmeAdmin, password }, { host: SUBDOMAIN });
  await callApi(admin, companySignOnApi.save, { body: connectionTo(company, { signsOut: true }) });
  const { body } = await callApi(admin, signedTokensApi.createSecret, {});
  application.secret = body.secret;
  const { loginUrl } = application;
  const settings = { isOn: true, name: "Studio", method: "secret", jwksUrl: null } as const;
  await callApi(admin, signedTokensApi.save, { body: { ...settings, loginUrl } });
}

/** The application of Acme, in which its user is logged in already. */
interface Application {
  readonly loginUrl: string;
  readonly server: Server;
  secret: string;
  user: object;
}

async function startApplication(): Promise<Application> {
  const server = createServer(({ url = "" }, response) => {
    const { searchParams } = new URL(url, "http://localhost");
    const portalUrl = searchParams.get("portal") ?? "";
    const token = signClaims(application.secret, newClaims(portalUrl, application.user));
    const query = new URLSearchParams({ token, state: searchParams.get("state") ?? "" });
    response.writeHead(302, { location: `${portalUrl}/auth/token?${query.toString()}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const loginUrl = `http://localhost:${String(port)}/login`;
  const application: Application = { loginUrl, server, secret: "", user: {} };
  return application;
}

/**
 * Lets a person be logged in at every provider and in the application. The page's requests to
 * Google, Microsoft and GitHub are answered by the servers that stand for them.
 */
export async function logInElsewhere(
  page: Page,
  { company, google, microsoft, gitHub, application }: SignOnPortal,
  { id, email, name }: Person,
): Promise<void> {
  const sub = String(id);
  const oid = `00000000-0000-4000-8000-${sub.padStart(12, "0")}`;
  company.person = { sub, email, email_verified: true, name };
  google.person = { sub, email, email_verified: true, hd: "example.com", name };
  microsoft.person = { sub: oid, oid, tid: DIRECTORY, email, xms_edov: true, name };
  application.user = { sub, email, name };
  const emails = [{ email, primary: true, verified: true }];
  const answer = async (url: string): Promise<string> => {
    if (url.startsWith(GITHUB))
      return gitHub.authorize(url, { id, login: `octo${sub}`, name, emails }) ?? "about:blank";
    return (await (url.startsWith(GOOGLE) ? google : microsoft).visit(url)).href;
  };
  const devTools = await page.context().newCDPSession(page);
  devTools.on("Fetch.requestPaused", ({ requestId, request }) => {
    void answer(request.url).then((value) =>
      devTools.send("Fetch.fulfillRequest", {
        requestId,
        responseCode: 302,
        responseHeaders: [{ name: "location", value }],
      }),
    );
  });
  const patterns = [GOOGLE, MICROSOFT, GITHUB].map((origin) => ({ urlPattern: `${origin}/*` }));
  await devTools.send("Fetch.enable", { patterns });
}

/** Waits for the last mail to this address that contains the text. Returns the mail's text. */
export async function mailTo(
  { mailServer: { mails } }: SignOnPortal,
  username: string,
  text: string,
): Promise<string> {
  const find = () =>
    mails.findLast(
      (mail) =>
        mail.to?.some(({ address }) => address === username) && mail.text?.includes(text) === true,
    );
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find()?.text ?? "";
}
