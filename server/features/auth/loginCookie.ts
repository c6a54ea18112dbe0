import { hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";

const name = "hearback_login";

/**
 * Returns the SHA-256 of the token that identifies the browser in which a login was started; null
 * without such a token.
 */
export function readLoginBrowser({
  cookies,
  isHttps,
}: Pick<RequestContext, "cookies" | "isHttps">): Buffer | null {
  const token = readTokenCookie(cookies, { name, isHttps });
  return token === null ? null : hashToken(token);
}

/**
 * Returns the Set-Cookie value for the token of a browser that starts a login.
 * @param maxAge in seconds; 0 deletes the cookie
 */
export function loginCookie(token: string, maxAge: number, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge, isHttps });
}
