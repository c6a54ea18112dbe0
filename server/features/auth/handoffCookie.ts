import { hostCookie, readTokenCookie } from "#server/platform/http/hostCookie.ts";
import { HANDOFF_SECONDS } from "./handoff.queries.ts";

const name = "hearback_handoff";

/** Returns the token of a browser that has asked for a hand-off, or null. */
export function readHandoffToken(header: string | undefined, isHttps: boolean): string | null {
  return readTokenCookie(header, { name, isHttps });
}

/** Set-Cookie value by which the browser that asks for a hand-off is recognised. */
export function handoffCookie(token: string, isHttps: boolean): string {
  return hostCookie({ name, value: token, maxAge: HANDOFF_SECONDS, isHttps });
}
