import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RefusedReason } from "#contract/signOn.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
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
import { arriveByToken } from "./arriveByToken.ts";

const TOKEN = "/auth/token";
const QUESTION = "/auth/token/confirm";

/** A company's customers can share an address, such as that of their office. */
const tokenLimit = bySubscriber({ name: "token-ip", attempts: 300, windowSeconds: 15 * 60 });
