import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RefusedReason } from "#contract/signOn.ts";
import { countSignIn } from "#server/platform/health/signInCounts.ts";
import { parseHost } from "#server/platform/http/hosts.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { ResponseCookies } from "#server/platform/http/responseCookies.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import {
  acceptForms,
  TOKEN_PAGE_STYLE,
  tokenPage,
  withPrivateHeaders,
} from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import { safeReturnPath } from "../safeReturnPath.ts";
import { startAttempt, takeAttempt } from "../signOnAttempt.ts";
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
  const { requestContext } = request;
  const { id: companyId } = companyOf(request);
  const to = pathOf(request);
  if (requestContext.viewer ?? requestContext.restrictedUser) return go(reply, to);
  const db = requestContext.database.system;
  const application = await db.first(findApplication, { companyId });
  if (!application?.isOn || application.loginUrl === null) return refuse(reply, "tokensOff");
  const cookies = new ResponseCookies();
  const state = await startAttempt(withCookies(request, cookies), {
    kind: "token",
    companyId,
    returnPath: to,
  });
  cookies.sendWith(reply);
  const address = new URL(application.loginUrl);
  address.searchParams.set("state", state);
  address.searchParams.set("portal", portalUrlOf(request));
  address.searchParams.set("to", to);
  return go(reply, address.href);
}

/** Returns the page that was asked for with a state of this browser; null without such a state. */
async function findAsked(request: TokenRequest): Promise<string | null> {
  const { state } = request.query;
  if (typeof state !== "string" || state === "") return null;
  const attempt = await takeAttempt(request.requestContext, { state });
  return attempt?.returnPath ?? null;
}

async function receiveToken(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.query;
  const brought = await readToken(request, typeof token === "string" ? token : "");
  if ("reason" in brought) return refuse(reply, brought.reason);
  const asked = await findAsked(request);
  const to = asked ?? pathOf(request);
  const { viewer, restrictedUser, isHttps } = request.requestContext;
  if (asked !== null || brought.isKnownBrowser || viewer || restrictedUser)
    return arrive(request, reply, brought, to);
  const cookie = tokenCookie(String(token), isHttps);
  return go(reply.header("set-cookie", cookie), `${QUESTION}?to=${encodeURIComponent(to)}`);
}

/** Names the person of the token, which is in a cookie, and asks whether to log in. */
async function showQuestion(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const brought = await readToken(request, readTokenInCookie(request.requestContext) ?? "");
  if ("reason" in brought) return refuse(reply, brought.reason);
  const { hostCompany } = request.requestContext;
  const { claims, application } = brought;
  const address = `<b>${escapeHtml(claims.email)}</b>`;
  const person =
    claims.name === undefined ? address : `<bdi>${escapeHtml(claims.name)}</bdi> (${address})`;
  const portal = {
    name: hostCompany?.name ?? "",
    logoUrl: hostCompany?.logoUrl ?? null,
  };
  const content = `<p><bdi>${escapeHtml(application.name)}</bdi> has logged you in as ${person}.</p>
<form method="post"><p><button class="solid">Continue</button></p></form>
<p class="muted">If this is somebody else, close the page. Nothing happens then.</p>`;
  // Browsers send the origin of the form's page only to the same origin, where it is checked.
  return withPrivateHeaders(reply)
    .header("referrer-policy", "same-origin")
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy([TOKEN_PAGE_STYLE]))
    .send(tokenPage(portal, "Is this you?", content));
}

async function acceptAnswer(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const brought = await readToken(request, readTokenInCookie(request.requestContext) ?? "");
  if ("reason" in brought) return refuse(reply, brought.reason);
  return arrive(request, reply, brought, pathOf(request));
}

async function arrive(
  request: TokenRequest,
  reply: FastifyReply,
  brought: BroughtToken,
  to: string,
): Promise<FastifyReply> {
  const cookies = new ResponseCookies();
  const result = await countSignIn("token", () =>
    arriveByToken(withCookies(request, cookies), brought),
  );
  cookies.set(endedTokenCookie(request.requestContext.isHttps));
  cookies.sendWith(reply);
  if (result.kind === "refused") return refuse(reply, result.reason);
  return go(reply, result.kind === "confirm" ? "/sign-on/confirm" : to);
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

const pathOf = ({ query: { to } }: TokenRequest) =>
  safeReturnPath(typeof to === "string" ? to : null);

/** Goes to an address without telling it the token in the present one. */
const go = (reply: FastifyReply, address: string) =>
  withPrivateHeaders(reply).redirect(address, 303);

const refuse = (reply: FastifyReply, reason: RefusedReason) =>
  go(reply, `/sign-on/refused?reason=${reason}`);

const withCookies = ({ requestContext }: TokenRequest, cookies: ResponseCookies) => ({
  ...requestContext,
  response: { setCookie: (cookie: string) => cookies.set(cookie) },
});
