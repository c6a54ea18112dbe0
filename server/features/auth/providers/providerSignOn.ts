import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SignInProvider } from "#contract/signInProviders.ts";
import { PROVIDER_NAMES } from "#contract/signInProviders.ts";
import type { RefusedReason } from "#contract/signOn.ts";
import { SIGN_IN_PROVIDERS } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { signInCounter } from "#server/platform/health/signInCounts.ts";
import { matchHost } from "#server/platform/http/hosts.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import type { ProblemKind } from "#server/platform/openId/providerProblem.ts";
import { problemOf } from "#server/platform/openId/providerProblem.ts";
import { sendTokenPage, withPrivateHeaders } from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import { openSecret } from "#server/platform/secrets/sealSecret.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import { arriveWithIdentity, awaitConnection } from "#server/features/auth/arriveWithIdentity.ts";
import { CONFIRM_PATH } from "#server/features/auth/confirmSignOn.ts";
import { isFreshSignIn } from "#server/features/auth/requireFreshSignIn.ts";
import { refuseSignOn } from "#server/features/auth/refusedSignOn.ts";
import type { TakenAttempt } from "#server/features/auth/signOnAttempt.ts";
import { endAttempt, startAttempt } from "#server/features/auth/signOnAttempt.ts";
import { readSignOnWays } from "#server/features/auth/signOnWays.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import type { ProviderClient } from "./askProvider.ts";
import { authorizationUrl, readPerson } from "./askProvider.ts";
import type { ProviderPerson } from "./providerPerson.ts";
import { CALLBACK_PATH, providerCallback } from "./providerCallback.ts";
import type { AttemptElsewhere } from "./signInProviders.queries.ts";
import { findAttemptElsewhere, findProvider } from "./signInProviders.queries.ts";

/** The limit of all steps. A sign-in takes three requests. */
const signOnLimit = bySubscriber({
  name: "provider-sign-on-ip",
  attempts: 120,
  windowSeconds: 15 * 60,
});

type StartRequest = FastifyRequest<{ Querystring: { to?: unknown; link?: unknown } }>;
type CallbackRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/**
 * Mounts the sign-in with the installation's providers (docs/decisions/0095-installation-providers.md):
 * 1. `GET /auth/oidc/{provider}` on the portal's host sets a cookie and redirects to the provider. With
 *    `link=1`, it connects the provider with the account of the session.
 * 2. The provider redirects to `CALLBACK_PATH` on the product's own host, which passes the answer on
 *    to the portal's host.
 * 3. There, the same path exchanges the code, if the browser has the cookie of the first step.
 */
export function mountProviderSignOn(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", async ({ requestContext }, reply) => {
      withPrivateHeaders(reply);
      await countCall([signOnLimit], requestContext);
    });
    // HEAD requests are not served, because a link preview must not start or end a sign-in.
    const options = { exposeHeadRoute: false };
    for (const provider of SIGN_IN_PROVIDERS)
      scope.get(`/auth/oidc/${provider}`, options, (request: StartRequest, reply) =>
        start(request, reply, provider),
      );
    scope.get(CALLBACK_PATH, options, receiveAnswer);
  });
}

async function start(
  request: StartRequest,
  reply: FastifyReply,
  provider: SignInProvider,
): Promise<FastifyReply> {
  const { requestContext, query } = request;
  const isLink = query.link === "1";
  const refusal = isLink ? await refusalOfLink(request) : null;
  if (refusal !== null) return refuseSignOn(reply, refusal);
  const client = await findClient(requestContext, provider);
  if (client === null) return refuseSignOn(reply, "off");
  const cookies = new ResponseCookies();
  const response = { setCookie: (cookie: string) => cookies.set(cookie) };
  const expected = await startAttempt(
    { ...requestContext, response },
    { kind: "provider", provider, to: query.to, purpose: isLink ? "link" : "login" },
  );
  const redirectUri = providerCallback(requestContext);
  const asked = { redirectUri, expected };
  const url = await authorizationUrl(client, requestContext.config, asked).catch((error: unknown) =>
    reportProblem(request, provider, error),
  );
  if (typeof url === "string") return refuseSignOn(reply, url);
  cookies.sendWith(reply);
  return reply.redirect(url.href);
}

/**
 * Returns why nothing can be connected; null if the session can connect a provider. The request must
 * come from a page of this host, because a link elsewhere must not connect anything.
 */
async function refusalOfLink({
  requestContext,
  headers,
}: StartRequest): Promise<RefusedReason | null> {
  const { host, viewer } = requestContext;
  if (host.domain !== null) return "customDomain";
  if ((headers["sec-fetch-site"] ?? "same-origin") !== "same-origin") return "expired";
  return viewer && (await isFreshSignIn(requestContext)) ? null : "notFresh";
}

/** Returns the client of a provider that is offered on this host; null for others. */
async function findClient(
  context: RequestContext,
  provider: SignInProvider,
): Promise<ProviderClient | null> {
  const { providers } = await readSignOnWays(context);
  if (!providers.includes(provider)) return null;
  const stored = await context.database.system.first(findProvider, { provider });
  const clientSecret = stored?.sealedSecret && openSecret(context.config, stored.sealedSecret);
  return stored && clientSecret ? { ...stored, clientSecret } : null;
}

/** The parameters of an answer that are used. A parameter that is sent twice is left out. */
const PARAMETERS = ["code", "state", "iss", "error"] as const;

/** Returns the provider's answer without what providers add for themselves. */
function answerOf({ query }: CallbackRequest): URLSearchParams {
  return new URLSearchParams(
    PARAMETERS.flatMap((name): [string, string][] => {
      const value = query[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/**
 * Ends the sign-in of this browser and host to which an answer belongs. On the product's own host,
 * the answer to another host's sign-in is passed on.
 */
async function receiveAnswer(request: CallbackRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { requestContext } = request;
  const { host, config, database } = requestContext;
  const answer = answerOf(request);
  const state = answer.get("state");
  const attempt = await endAttempt(requestContext, { kind: "provider", state });
  if (attempt) return finish(request, reply, attempt, answer);
  const elsewhere =
    state !== null && host.name === config.baseDomain
      ? await database.system.first(findAttemptElsewhere, {
          stateHash: hashToken(state),
          host: host.name,
        })
      : undefined;
  return elsewhere ? passOn(request, reply, elsewhere, answer) : refuseSignOn(reply, "expired");
}

/**
 * Passes an answer on to the host where the sign-in was started. A custom domain gets it only after
 * the person has seen its name, because others control its DNS.
 */
async function passOn(
  request: CallbackRequest,
  reply: FastifyReply,
  { host, companyId, provider }: AttemptElsewhere,
  answer: URLSearchParams,
): Promise<FastifyReply> {
  const { config, origin, database } = request.requestContext;
  const url = new URL(CALLBACK_PATH, origin);
  url.hostname = host;
  url.search = answer.toString();
  if (matchHost(host, config).kind !== "domain") return reply.redirect(url.href);
  const company =
    companyId === null
      ? undefined
      : await database.tenant(companyId).first(findCompany, { companyId });
  if (!company) return refuseSignOn(reply, "expired");
  const domain = escapeHtml(host);
  const name = `<b><bdi>${escapeHtml(company.name)}</bdi></b>`;
  return sendTokenPage(
    request,
    reply,
    `Log in at ${domain}?`,
    `<p>You are about to log in with ${PROVIDER_NAMES[provider]} at <b>${domain}</b>, the portal of ${name}. The company then sees your name and e-mail address.</p>
<p><a class="button solid" href="${escapeHtml(url.href)}">Go on to ${domain}</a></p>
<p class="muted">If you did not start this, close the page. Nothing happens then.</p>`,
  );
}

/** Exchanges the code, and signs the person in or connects the account. */
async function finish(
  request: CallbackRequest,
  reply: FastifyReply,
  attempt: TakenAttempt,
  answer: URLSearchParams,
): Promise<FastifyReply> {
  const { requestContext } = request;
  const provider = SIGN_IN_PROVIDERS.find((each) => each === attempt.provider);
  const client = provider ? await findClient(requestContext, provider) : null;
  const isSameCompany = attempt.companyId === (requestContext.hostCompany?.id ?? null);
  if (!provider || !client || !isSameCompany) return refuseSignOn(reply, "expired");
  const callback = new URL(providerCallback(requestContext));
  callback.search = answer.toString();
  const answered = { callback, expected: attempt };
  const person = await readPerson(client, requestContext.config, answered).catch((error: unknown) =>
    reportProblem(request, provider, error),
  );
  if (typeof person === "string") {
    signInCounter.inc({ way: provider, result: "refused" });
    return refuseSignOn(reply, person);
  }
  if (attempt.purpose === "link") return connect(request, reply, { person, provider }, attempt);
  return signIn(request, reply, { provider, person, attempt });
}

async function signIn(
  { requestContext }: CallbackRequest,
  reply: FastifyReply,
  {
    provider,
    person,
    attempt,
  }: { provider: SignInProvider; person: ProviderPerson; attempt: TakenAttempt },
): Promise<FastifyReply> {
  const cookies = new ResponseCookies();
  const response = { setCookie: (cookie: string) => cookies.set(cookie) };
  const result = await arriveWithIdentity(
    { ...requestContext, response },
    {
      ...person,
      companyId: null,
      providerName: PROVIDER_NAMES[provider],
      isDomainProved: false,
      way: "provider",
      returnPath: attempt.returnPath,
      // The attempt has ended already, and the provider's code works once.
      take: async () => true,
    },
  );
  const isSignedIn = result.kind === "signed-in";
  signInCounter.inc({ way: provider, result: isSignedIn ? "accepted" : "refused" });
  if (result.kind === "refused") return refuseSignOn(reply, result.reason);
  cookies.sendWith(reply);
  return reply.redirect(result.kind === "confirm" ? CONFIRM_PATH : attempt.returnPath);
}

/** Connects the provider with the account that has started it, if it is still signed in here. */
async function connect(
  { requestContext }: CallbackRequest,
  reply: FastifyReply,
  { person, provider }: { person: ProviderPerson; provider: SignInProvider },
  { userId, returnPath }: TakenAttempt,
): Promise<FastifyReply> {
  const { viewer } = requestContext;
  if (!viewer || viewer.id !== userId) return refuseSignOn(reply, "expired");
  const cookies = new ResponseCookies();
  const response = { setCookie: (cookie: string) => cookies.set(cookie) };
  const connected = await awaitConnection(
    { ...requestContext, response },
    {
      ...person,
      companyId: null,
      providerName: PROVIDER_NAMES[provider],
      returnPath,
      take: async () => true,
    },
  );
  if (connected.kind === "refused") return refuseSignOn(reply, connected.reason);
  cookies.sendWith(reply);
  return reply.redirect(CONFIRM_PATH);
}

const REASONS: Readonly<Record<ProblemKind, RefusedReason>> = {
  down: "providerDown",
  denied: "providerDenied",
  settings: "providerSettings",
  answer: "providerAnswer",
};

/**
 * Logs why a provider's answer cannot be used, without the answer, and returns what the person reads.
 * @throws the error if it is not the provider's
 */
function reportProblem(
  { log }: FastifyRequest,
  provider: SignInProvider,
  error: unknown,
): RefusedReason {
  const problem = problemOf(error);
  if (!problem) throw error;
  log.warn({ provider, problem: problem.text }, "a sign-in with a provider failed");
  return REASONS[problem.kind];
}
