import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import type { RefusedReason } from "#contract/signOn.ts";
import { arriveWithIdentity, awaitConnection } from "#server/features/auth/arriveWithIdentity.ts";
import { CONFIRM_PATH } from "#server/features/auth/confirmSignOn.ts";
import { refuseSignOn } from "#server/features/auth/refusedSignOn.ts";
import type { TakenAttempt } from "#server/features/auth/signOnAttempt.ts";
import { endAttempt, startAttempt } from "#server/features/auth/signOnAttempt.ts";
import { readSessionToken } from "#server/platform/access/sessionToken.ts";
import { enqueueProviderPicture } from "#server/features/users/providerPicture.queries.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { signInCounter } from "#server/platform/health/signInCounts.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import type { Claims, ProviderAnswer } from "#server/platform/openId/checkCallback.ts";
import { checkCallback } from "#server/platform/openId/checkCallback.ts";
import type { OpenProvider } from "#server/platform/openId/openProvider.ts";
import { openProvider } from "#server/platform/openId/openProvider.ts";
import type { ProblemKind, ProviderProblem } from "#server/platform/openId/providerProblem.ts";
import { problemOf } from "#server/platform/openId/providerProblem.ts";
import { withPrivateHeaders } from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import { CALLBACK_PATH, hostOrigin } from "./hostOrigin.ts";
import { openCompanyProvider } from "./openCompanyProvider.ts";
import type { Judged } from "./judgePerson.ts";
import { judgePerson } from "./judgePerson.ts";
import { keepProviderSession } from "./providerSession.ts";
import { lacksClaims } from "./readClaims.ts";
import type { ProviderRow } from "./signOn.queries.ts";
import { sendProblem, sendVerdict } from "./testPage.ts";

/** Limits starts and callbacks, each of which asks the provider. */
const limit = bySubscriber({ name: "sign-on-ip", attempts: 120, windowSeconds: 15 * 60 });

/**
 * Mounts the routes of the company's own provider. `link=1` connects it with the account of the
 * viewer, and `purpose=test` shows an admin what it sends, without logging anybody in. HEAD requests
 * are not served, because a link preview must not use an answer up.
 */
export function mountCompanySignOn(app: FastifyInstance): void {
  const options = { exposeHeadRoute: false };
  app.get("/auth/oidc/company", options, start);
  app.get(CALLBACK_PATH, options, finish);
}

type Query = Readonly<Record<string, unknown>>;

async function start(request: FastifyRequest, reply: FastifyReply) {
  const context = request.requestContext;
  await countCall([limit], context);
  const { hostCompany, viewer } = context;
  const { purpose: asked, link, to } = request.query as Query;
  const wanted = link === "1" ? "link" : "login";
  const purpose = asked === "test" ? "test" : wanted;
  const isTest = purpose === "test";
  if (isTest && !isAdminOf(viewer, hostCompany?.id ?? null))
    return toLogin(reply, "/company/settings/sign-on/provider");
  if (purpose === "link" && !viewer) return toLogin(reply, "/settings");
  const provider = await openCompanyProvider(context);
  if (!provider || (!provider.row.isOn && !isTest)) return refuseSignOn(reply, "off");
  const { row, client } = provider;
  return explainProblems(request, reply, { isTest, client }, async (opened) => {
    const configuration = await openProvider(opened, context.config, { isFresh: isTest });
    const cookies = new ResponseCookies();
    const response = { setCookie: (cookie: string) => cookies.set(cookie) };
    const attempt = await startAttempt(
      { ...context, response },
      { kind: "oidc", provider: row.issuer, to, purpose },
    );
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: hostOrigin(context) + CALLBACK_PATH,
      scope: scopesOf(configuration.serverMetadata().scopes_supported, row.adminClaim),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.pkceVerifier),
      code_challenge_method: "S256",
      // Whoever is logged in proves again who they are.
      ...(viewer && purpose === "login" && { prompt: "login" }),
    });
    cookies.sendWith(reply);
    return withPrivateHeaders(reply).redirect(url.href);
  });
}

const toLogin = (reply: FastifyReply, path: string) =>
  withPrivateHeaders(reply).redirect(`/login?from=${encodeURIComponent(path)}`);

/** Some providers, such as Okta, send groups only if a scope of the same name is asked for. */
function scopesOf(offered: readonly string[] | undefined, adminClaim: string | null): string {
  const more = adminClaim !== null && offered?.includes(adminClaim) ? ` ${adminClaim}` : "";
  return `openid email profile${more}`;
}

const LOST_SECRET: ProviderProblem = {
  kind: "settings",
  text: "The client secret was stored by another installation. Enter it again.",
};

/**
 * Runs a step that asks the provider. If it fails, an admin who tests reads why, and everybody else
 * what to do.
 */
async function explainProblems(
  request: FastifyRequest,
  reply: FastifyReply,
  { isTest, client }: { isTest: boolean; client: OpenProvider | null },
  step: (client: OpenProvider) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const fail = (problem: ProviderProblem) => {
    request.log.warn(
      { problem: problem.text, issuer: client?.issuer },
      "a provider's login failed",
    );
    if (isTest) return sendProblem(request, reply, problem);
    signInCounter.inc({ way: "oidc", result: "refused" });
    return refuseSignOn(reply, REASONS[problem.kind]);
  };
  if (!client) return fail(LOST_SECRET);
  try {
    return await step(client);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return fail(problem);
  }
}

const REASONS: Readonly<Record<ProblemKind, RefusedReason>> = {
  down: "providerDown",
  denied: "providerDenied",
  settings: "providerSettings",
  answer: "providerAnswer",
};

async function finish(request: FastifyRequest, reply: FastifyReply) {
  const context = request.requestContext;
  await countCall([limit], context);
  const { state } = request.query as Query;
  const attempt = await endAttempt(context, { kind: "oidc", state });
  if (!attempt) return refuseSignOn(reply, "expired");
  const provider = await openCompanyProvider(context);
  const isTest = attempt.purpose === "test";
  if (!provider || provider.row.issuer !== attempt.provider) return refuseSignOn(reply, "expired");
  const { row, client } = provider;
  if (!row.isOn && !isTest) return refuseSignOn(reply, "off");
  return explainProblems(request, reply, { isTest, client }, async (opened) => {
    const callback = new URL(hostOrigin(context) + CALLBACK_PATH);
    callback.search = new URL(request.url, callback).search;
    const answer = await checkCallback(opened, context.config, {
      callback,
      expected: attempt,
      needsMore: (claims: Claims) => isTest || lacksClaims(claims, row),
    });
    const person = await judgePerson(context, row, answer);
    if (isTest) return sendVerdict(request, reply, { row, answer, person });
    return arrive(request, reply, { row, answer, person, attempt });
  });
}

interface Arrived {
  row: ProviderRow;
  answer: ProviderAnswer;
  person: Judged;
  attempt: TakenAttempt;
}

/** Signs the person in, or connects the viewer's account. */
async function arrive(
  request: FastifyRequest,
  reply: FastifyReply,
  { row, answer, person, attempt }: Arrived,
): Promise<FastifyReply> {
  const cookies = new ResponseCookies();
  const { isHttps } = request.requestContext;
  let session: string | null = null;
  const setCookie = (cookie: string) => {
    cookies.set(cookie);
    session = readSessionToken(cookie, isHttps) ?? session;
  };
  const context = { ...request.requestContext, response: { setCookie } };
  const { viewer } = context;
  const { companyId } = row;
  const { address, isDomainProved } = person;
  const identity = {
    companyId,
    issuer: answer.issuer,
    subject: answer.subject,
    label: address ?? person.fullName ?? row.name,
    // The attempt has ended, so the answer is used up.
    take: async () => true,
  };
  if (attempt.purpose === "link") {
    if (!viewer || viewer.id !== attempt.userId) return refuseSignOn(reply, "expired");
    const connected = await awaitConnection(context, {
      ...identity,
      providerName: row.name,
      returnPath: attempt.returnPath,
    });
    if (connected.kind === "refused") return refuseSignOn(reply, connected.reason);
    cookies.sendWith(reply);
    return withPrivateHeaders(reply).redirect(CONFIRM_PATH, 303);
  }
  const result = await arriveWithIdentity(context, {
    ...identity,
    providerName: row.name,
    address,
    isAddressProved: person.isAddressVerified || isDomainProved,
    isDomainProved,
    fullName: person.fullName,
    way: "oidc",
    makesAdmin: person.makesAdmin,
    isOnlyWay: row.isOnlyWay,
    returnPath: attempt.returnPath,
  });
  signInCounter.inc({ way: "oidc", result: result.kind === "refused" ? "refused" : "accepted" });
  if (result.kind === "refused") return refuseSignOn(reply, result.reason);
  if (result.kind === "signed-in") {
    if (row.signsOut && answer.offersSignOut)
      await keepProviderSession(context, { session, idToken: answer.idToken });
    const { userId } = result;
    const { pictureUrl: url } = person;
    if (url !== undefined)
      await context.database.system.all(enqueueProviderPicture, { companyId, userId, url });
  }
  cookies.sendWith(reply);
  const next = result.kind === "confirm" ? CONFIRM_PATH : attempt.returnPath;
  return withPrivateHeaders(reply).redirect(next, 303);
}
