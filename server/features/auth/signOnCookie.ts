import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { SIGN_ON_MINUTES } from "./signOn.queries.ts";

const name = "hearback_sign_on";

/** Returns the hash of the token of a browser that has started a sign-in; null without a token. */
export function readSignOnBrowser({
  cookies,
  isHttps,
}: Pick<RequestContext, "cookies" | "isHttps">): Buffer | null {
  const token = readTokenCookie(cookies, { name, isHttps });
  return token === null ? null : hashToken(token);
}

/** Sets a new token for the browser, which replaces the previous one, and returns its hash. */
export function setSignOnBrowser({
  isHttps,
  response,
}: Pick<RequestContext, "isHttps"> & {
  readonly response: Pick<ResponseContext, "setCookie">;
}): Buffer {
  const token = newSessionToken();
  response.setCookie(hostCookie({ name, value: token, maxAge: SIGN_ON_MINUTES * 60, isHttps }));
  return hashToken(token);
}
