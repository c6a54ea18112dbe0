import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
