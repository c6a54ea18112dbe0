import type { FastifyRequest } from "fastify";
import type { RequestContext } from "./requestContext.ts";
import { hasSessionCookie } from "./sessionToken.ts";

/**
 * Whether a request names anybody, by a session cookie or an Authorization header. Whether the
 * credentials are valid is not checked. Only the response to a request without credentials is the
 * same for everybody, so only such a request uses the response cache, cached host data and the
 * replica.
 */
export function hasCredentials({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers.authorization !== undefined || hasSessionCookie(headers.cookie);
}

/**
 * Whether nobody is signed in. Invalid credentials make no difference, so that they spare nobody
 * the checks of anonymous visitors: the rate limits by client address and the proof of work.
 */
export function isAnonymous({ viewer }: Pick<RequestContext, "viewer">): boolean {
  return viewer === null;
}
