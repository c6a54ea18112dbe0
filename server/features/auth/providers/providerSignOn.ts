import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import type { SignInProvider } from "#contract/signInProviders.ts";
import { SIGN_IN_PROVIDERS } from "#contract/signInProviders.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { countCall, bySubscriber } from "#server/platform/routing/callLimits.ts";
import { problemOf } from "#server/platform/openId/providerProblem.ts";
import { openSecret } from "#server/platform/secrets/sealSecret.ts";
import type { ProviderClient } from "./askProvider.ts";
import { authorizationUrl, readPerson } from "./askProvider.ts";
import { CALLBACK_PATH, providerCallback } from "./providerCallback.ts";
import { findProvider } from "./signInProviders.queries.ts";

/** The limit of both steps. A sign-in on a custom domain takes three requests. */
const signOnLimit = bySubscriber({
  name: "provider-sign-on-ip",
  attempts: 100,
  windowSeconds: 15 * 60,
});

type StartRequest = FastifyRequest<{ Querystring: { to?: unknown; link?: unknown } }>;
type CallbackRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/**
 * Mounts the sign-in with the installation's providers (docs/decisions/0095-installation-providers.md):
 * 1. `GET /auth/oidc/{provider}` on the portal's host sets a cookie and redirects to the provider.
 * 2. The provider redirects to `CALLBACK_PATH` on the product's own host, which passes the answer on
 *    to the portal's host.
 * 3. There, the same path exchanges the code, if the browser has the cookie of the first step.
 */
export function mountProviderSignOn(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", async ({ requestContext }, reply) => {
      await countCall([signOnLimit], requestContext);
      withPrivateHeaders(reply);
    });
    // HEAD requests are not served, because a link preview must not start or end a sign-in.
    const options = { exposeHeadRoute: false };
    for (const provider of SIGN_IN_PROVIDERS)
      scope.get(`/auth/oidc/${provider}`, options, (request: StartRequest, reply) =>
        start(request, reply, provider),
      );
    scope.get(CALLBACK_PATH, options, answer);
  });
}

async function start(
  request: StartRequest,
  reply: FastifyReply,
  provider: SignInProvider,
): Promise<FastifyReply> {
  const { requestContext, query } = request;
  const { config, host, hostCompany, viewer, database, isHttps } = requestContext;
  const returnPath = safeReturnPath(query.to);
  const isLink = query.link === "1";
  const refusal = isLink ? await refuseLink(request) : null;
  if (refusal !== null) return refuse(reply, refusal);
  const client = await findClient(requestContext, provider);
  if (client === null) return refuse(reply, "provider-off");
  const expected = {
    state: randomState(),
    nonce: randomNonce(),
    pkceVerifier: randomPKCECodeVerifier(),
  };
  const redirectUri = providerCallback(requestContext);
  const url = await authorizationUrl(client, config, { redirectUri, expected }).catch(
    (error: unknown) => report(request, error),
  );
  if (!(url instanceof URL)) return refuse(reply, url);
  const token = newSessionToken();
  await database.system.all(insertAttempt, {
    browserHash: hashToken(token),
    kind: "provider",
    provider,
    host: host.name,
    companyId: hostCompany?.id ?? null,
    returnPath,
    stateHash: hashToken(expected.state),
    nonce: expected.nonce,
    pkceVerifier: expected.pkceVerifier,
    purpose: isLink ? "link" : "login",
    userId: isLink ? (viewer?.id ?? null) : null,
  });
  return reply.header("set-cookie", signOnCookie(token, isHttps)).redirect(url.href);
}

/**
 * Handles the provider's answer: on the host where the sign-in was started it ends, on the product's
 * own host it is passed on.
 */
async function answer(request: CallbackRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { requestContext } = request;
  const { host, database, cookies, isHttps } = requestContext;
  const answered = answerOf(request);
  const stateHash = hashToken(answered.get("state") ?? "");
  const browserHash = readSignOnBrowser({ cookies, isHttps });
  const attempt = await database.system.first(takeAttempt, {
    browserHash,
    stateHash,
    host: host.name,
    kind: "provider",
  });
  if (attempt) return end(request, reply, attempt, answered);
  const elsewhere =
    host.name === requestContext.config.baseDomain
      ? await database.system.first(findAttemptElsewhere, { stateHash, host: host.name })
      : undefined;
  return elsewhere ? passOn(request, reply, elsewhere, answered) : refuse(reply, "expired");
}

/** The parameters of an answer that are used. A parameter that is sent twice is left out. */
const PARAMETERS = ["code", "state", "iss", "error"] as const;

/** Returns the provider's answer without what providers add for themselves. */
function answerOf({ query }: CallbackRequest): URLSearchParams {
  const given = PARAMETERS.flatMap((name): [string, string][] => {
    const value = query[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return new URLSearchParams(given);
}

/**
 * Passes an answer on to the host where the login was started. A custom domain gets it only after
 * the person has seen its name, because others control its DNS.
 */
async function passOn(
  { requestContext }: CallbackRequest,
  reply: FastifyReply,
  { host, companyId, provider }: AttemptElsewhere,
  answered: URLSearchParams,
): Promise<FastifyReply> {
  const { config, origin, database, site } = requestContext;
  const url = new URL(CALLBACK_PATH, origin);
  url.hostname = host;
  url.search = answered.toString();
  if (matchHost(host, config).kind !== "domain") return reply.redirect(url.href);
  const company =
    companyId === null
      ? undefined
      : await database.tenant(companyId).first(findCompany, { companyId });
  const [domain, name] = [escapeHtml(host), escapeHtml(company?.name ?? "")];
  const title = `Log in at ${domain}?`;
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy([TOKEN_PAGE_STYLE]))
    .send(
      tokenPage(
        { name: site.siteName, logoUrl: site.logoUrl },
        title,
        `<p>You are about to log in with ${PROVIDER_NAMES[provider]} at <b>${domain}</b>, the portal of <b>${name}</b>. ${name} then sees your name and e-mail address.</p>
<p><a class="button solid" href="${escapeHtml(url.href)}">Go on to ${domain}</a></p>
<p class="muted">If you did not start this, close the page. Nothing happens then.</p>`,
      ),
    );
}
