import { TOKEN_LIMIT } from "#contract/signedTokens.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { cookieName, hostCookie } from "#server/platform/http/hostCookie.ts";

const name = "hearback_token";

/** Seconds for which the page waits for an answer. The token can expire earlier. */
const WAITING_SECONDS = 300;

/**
 * Returns the token about which the browser is asked; null without one. The cookie keeps the token
 * out of the address of the page.
 */
export function readTokenInCookie({
  cookies = "",
  isHttps,
}: Pick<RequestContext, "cookies" | "isHttps">): string | null {
  const prefix = `${cookieName(name, isHttps)}=`;
  const pair = cookies.split(";").find((part) => part.trimStart().startsWith(prefix));
  const token = pair?.trim().slice(prefix.length) ?? "";
  return /^[\w.-]+$/.test(token) && token.length <= TOKEN_LIMIT ? token : null;
}

export const tokenCookie = (token: string, isHttps: boolean): string =>
  hostCookie({ name, value: token, maxAge: WAITING_SECONDS, isHttps });

export const endedTokenCookie = (isHttps: boolean): string =>
  hostCookie({ name, value: "", maxAge: 0, isHttps });
