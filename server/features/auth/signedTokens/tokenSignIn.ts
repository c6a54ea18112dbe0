import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { signInCounter } from "#server/platform/health/signInCounts.ts";
import { parseHost } from "#server/platform/http/hosts.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import {
  acceptForms,
  sendTokenPage,
  withPrivateHeaders,
} from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { ArrivalResult } from "../arriveWithIdentity.ts";
import { CONFIRM_PATH } from "../confirmSignOn.ts";
import { refuseSignOn } from "../refusedSignOn.ts";
import { endAttempt, returnPathOf, startAttempt } from "../signOnAttempt.ts";
import type { BroughtToken } from "./arriveByToken.ts";
import { arriveByToken, readBroughtToken } from "./arriveByToken.ts";
import { findApplication } from "./signedTokens.queries.ts";
import { endedTokenCookie, readTokenInCookie, tokenCookie } from "./tokenCookie.ts";

const QUESTION = "/auth/token/confirm";

/** The customers of an office share an address. */
const tokenLimit = bySubscriber({ name: "token-ip", attempts: 300, windowSeconds: 15 * 60 });

type TokenRequest = FastifyRequest<{
  Querystring: { token?: unknown; state?: unknown; to?: unknown };
}>;

/**
 * Mounts the pages that log in the users of a company's own application
 * (docs/decisions/0096-signed-tokens.md). `/auth/application` sends the browser to the application
 * with a state, and `/auth/token` takes the token. Without a valid state, a page asks first, because
 * anybody could have sent the link.
 */
export function mountSignedTokens(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", ({ requestContext }) => countCall([tokenLimit], requestContext));
    acceptForms(scope);
    // HEAD requests are not served, because a link preview must not use up a token.
    const options = { exposeHeadRoute: false };
    scope.get("/auth/application", options, askApplication);
    scope.get("/auth/token", options, receiveToken);
    scope.get(QUESTION, options, showQuestion);
    scope.post(QUESTION, acceptAnswer);
  });
}

async function askApplication(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { requestContext, query } = request;
  const { id: companyId } = companyOf(request);
  const to = returnPathOf(query.to);
  if (requestContext.viewer ?? requestContext.restrictedUser) return go(reply, to);
  const application = await requestContext.database.system.first(findApplication, { companyId });
  if (!application?.isOn || application.loginUrl === null) return refuseSignOn(reply, "off");
  const cookies = new ResponseCookies();
  const started = { kind: "token", provider: "token", to, purpose: "login" } as const;
  const { state } = await startAttempt(withCookies(request, cookies), started);
  cookies.sendWith(reply);
  const address = new URL(application.loginUrl);
  address.searchParams.set("state", state);
  address.searchParams.set("portal", portalUrlOf(request));
  address.searchParams.set("to", to);
  return go(reply, address.href);
}

async function receiveToken(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { requestContext, query } = request;
  const token = typeof query.token === "string" ? query.token : "";
  const brought = await readToken(request, token);
  if ("reason" in brought) return finish(reply, { kind: "refused", ...brought }, "");
  // A state that is not this browser's is as good as none.
  const asked = await endAttempt(requestContext, { kind: "token", state: query.state });
  const to = asked?.returnPath ?? returnPathOf(query.to);
  const { viewer, restrictedUser, isHttps } = requestContext;
  if (asked || brought.isKnownBrowser || viewer || restrictedUser)
    return arrive(request, reply, brought, to);
  const question = `${QUESTION}?to=${encodeURIComponent(to)}`;
  return go(reply.header("set-cookie", tokenCookie(token, isHttps)), question);
}

/** Names the person of the token, which is in a cookie, and asks whether to log in. */
async function showQuestion(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const brought = await readToken(request, readTokenInCookie(request.requestContext) ?? "");
  if ("reason" in brought) return refuseSignOn(reply, brought.reason);
  const { claims, application } = brought;
  const address = `<b>${escapeHtml(claims.email)}</b>`;
  const person =
    claims.name === undefined ? address : `<bdi>${escapeHtml(claims.name)}</bdi> (${address})`;
  return sendTokenPage(
    request,
    reply,
    "Is this you?",
    `<p><bdi>${escapeHtml(application.name)}</bdi> has logged you in as ${person}.</p>
<form method="post"><p><button class="solid">Continue</button></p></form>
<p class="muted">If this is somebody else, close the page. Nothing happens then.</p>`,
  );
}

async function acceptAnswer(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const brought = await readToken(request, readTokenInCookie(request.requestContext) ?? "");
  if ("reason" in brought) return finish(reply, { kind: "refused", ...brought }, "");
  return arrive(request, reply, brought, returnPathOf(request.query.to));
}

async function arrive(
  request: TokenRequest,
  reply: FastifyReply,
  brought: BroughtToken,
  to: string,
): Promise<FastifyReply> {
  const cookies = new ResponseCookies();
  const result = await arriveByToken(withCookies(request, cookies), brought, to);
  cookies.set(endedTokenCookie(request.requestContext.isHttps));
  cookies.sendWith(reply);
  return finish(reply, result, to);
}

/** Counts the sign-in, and goes on to the page that follows. */
function finish(reply: FastifyReply, result: ArrivalResult, to: string): FastifyReply {
  signInCounter.inc({
    way: "token",
    result: result.kind === "signed-in" ? "accepted" : "refused",
  });
  if (result.kind === "refused") return refuseSignOn(reply, result.reason);
  return go(reply, result.kind === "confirm" ? CONFIRM_PATH : to);
}

/** @throws HttpError 404 on a host that belongs to no company */
function companyOf({ requestContext: { hostCompany } }: TokenRequest): { id: number } {
  if (!hostCompany) throw notFound();
  return hostCompany;
}

function readToken(request: TokenRequest, token: string) {
  const { id: companyId } = companyOf(request);
  const brought = { token, companyId, portalUrl: portalUrlOf(request) };
  return readBroughtToken(request.requestContext, brought);
}

/** Returns the address that the browser has opened: scheme, host and port. */
function portalUrlOf({ protocol, host }: FastifyRequest): string {
  const parsed = parseHost(host);
  const port = parsed?.port ? `:${parsed.port}` : "";
  return `${protocol}://${parsed?.hostname ?? ""}${port}`;
}

/** Goes to an address without telling it the token in the present one. */
const go = (reply: FastifyReply, address: string) =>
  withPrivateHeaders(reply).redirect(address, 303);

const withCookies = ({ requestContext }: TokenRequest, cookies: ResponseCookies) => ({
  ...requestContext,
  response: { setCookie: (cookie: string) => cookies.set(cookie) },
});
