import { hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";
import { HANDOFF_SECONDS } from "./handoff.queries.ts";

const name = "hearback_handoff";

/**
 * Returns the token of a browser that has requested a hand-off; null if the request has no valid
 * hand-off cookie.
 */
export function readHandoffToken(header: string | undefined, isHttps: boolean): string | null {
  return readTokenCookie(header, { name, isHttps });
}

/** Returns the Set-Cookie value that identifies the browser that requests a hand-off. */
export function handoffCookie(token: string, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge: HANDOFF_SECONDS, isHttps });
}
